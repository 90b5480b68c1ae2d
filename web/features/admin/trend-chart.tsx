import { type PointerEvent, useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import { formatCalendarDay } from './format-figure.ts'

type TrendPoint = { day: string; value: number | null }

type TrendChartProps = {
  title: string
  kind: 'bars' | 'line'
  points: readonly TrendPoint[]
  /** The summary, such as "120 in 30 days". */
  summary: string
  words: (value: number) => string
}

/** A chart of one statistic over days. Pointing at a day shows its value. The page also has a table. */
export function TrendChart({ title, kind, points, summary, words }: TrendChartProps) {
  const [at, setAt] = useState<number | null>(null)
  const values = points.map(({ value }) => value)
  const top = scaleTop(Math.max(0, ...values.map((value) => value ?? 0)))
  const pointed = at === null ? undefined : points[at]
  const readPointer = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const column = Math.floor(((event.clientX - left) / width) * points.length)
    setAt(Math.min(points.length - 1, Math.max(0, column)))
  }
  return (
    <Card className="flex min-w-0 flex-col p-4 sm:p-5">
      <h3 className="text-sm text-ink-soft">{title}</h3>
      <p className="mt-1 truncate font-semibold tracking-tight tabular-nums">
        {pointed === undefined
          ? summary
          : `${formatCalendarDay(pointed.day)}: ${pointed.value === null ? 'none' : words(pointed.value)}`}
      </p>
      <p aria-hidden="true" className="mt-3 border-b border-line pb-0.5 text-xs text-ink-soft tabular-nums">
        {words(top)}
      </p>
      <svg
        role="img"
        aria-label={`${title}: ${summary}`}
        viewBox={`0 0 ${points.length} 100`}
        preserveAspectRatio="none"
        className="h-28 w-full touch-pan-y overflow-visible"
        onPointerMove={readPointer}
        onPointerLeave={() => setAt(null)}
      >
        <rect width={points.length} height={100} fill="none" pointerEvents="all" />
        {at === null ? null : <rect x={at} width={1} height={100} className="fill-sunken" />}
        <path
          d={kind === 'bars' ? barsPath(values, top) : linePath(values, top)}
          strokeWidth={3}
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className={kind === 'bars' ? 'fill-accent' : 'fill-none stroke-accent'}
        />
      </svg>
      <p
        aria-hidden="true"
        className="flex justify-between border-t border-line-strong pt-1.5 text-xs text-ink-soft"
      >
        <span>{formatCalendarDay(points[0]?.day ?? '')}</span>
        <span>Today</span>
      </p>
    </Card>
  )
}

/** The lowest round number (1, 2, 3, 4, 5, 6, 8, 10, 20, ...) not below `most`: the top of a chart's scale. */
export function scaleTop(most: number): number {
  if (most <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= most) ?? 10
  return step * power
}

/** A bar for each value, narrower than its column of width 1. */
function barsPath(values: readonly (number | null)[], top: number): string {
  const bars = values.map((value, at) => {
    const height = round(((value ?? 0) / top) * 100)
    return `M${at + 0.14} 100v${-height}h.72v${height}z`
  })
  return bars.join('')
}

/**
 * An SVG path through values, each in the middle of a column of width 1, on a scale of height 100. Null leaves a
 * gap; a value between two gaps becomes a dot.
 */
export function linePath(values: readonly (number | null)[], top: number): string {
  const parts: string[] = []
  values.forEach((value, at) => {
    if (value === null) return
    const starts = at === 0 || values[at - 1] === null
    parts.push(`${starts ? 'M' : 'L'}${at + 0.5} ${round(100 - (value / top) * 100)}`)
    const ends = at === values.length - 1 || values[at + 1] === null
    if (starts && ends) parts.push('h0')
  })
  return parts.join('')
}

/** Rounds to two decimals, which is finer than a pixel. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}
