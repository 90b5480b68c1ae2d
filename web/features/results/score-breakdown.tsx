import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { SearchResult } from '#contract/search.ts'
import {
  formatPoints,
  heldPoints,
  type Point,
  pointGroups,
  startingPoints,
  unnamedPoints,
} from '#web/features/search/explain-result.ts'

type ScoreBreakdownProps = { result: SearchResult; onShow: (point: Point) => void }

/** Every point of a score, and the sum. A press on one leads to its words. */
export function ScoreBreakdown({ result, onShow }: ScoreBreakdownProps) {
  return (
    <div className="flex flex-col text-sm leading-5">
      <SumRow points={startingPoints(result)}>Where every post starts</SumRow>
      {pointGroups(result).map((group) => (
        <section key={group.signal} aria-label={group.label} className="border-t border-line py-2">
          <div className="flex gap-3">
            <Points value={group.points} />
            <h4 className="font-semibold">{group.label}</h4>
          </div>
          <ul>
            {group.each.map((point) => (
              <li key={`${point.field} ${point.start} ${point.text}`}>
                <PointButton point={point} alone={group.each.length === 1} onShow={onShow} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <SumRow points={unnamedPoints(result)}>All other words, each too weak to name</SumRow>
      <SumRow points={heldPoints(result)}>Rounded, and held between 0 and 100</SumRow>
      <p className="flex gap-3 border-t-2 border-line-strong py-2 font-semibold">
        <span data-points={result.opportunityScore} className="w-12 shrink-0 text-right tabular-nums">
          {result.opportunityScore}
        </span>
        Opportunity score
      </p>
    </div>
  )
}

function Points({ value }: { value: number }) {
  return (
    <span
      data-points={value}
      className={clsx(
        'w-12 shrink-0 text-right font-medium whitespace-nowrap tabular-nums',
        value < 0 ? 'text-danger' : 'text-on-accent-soft',
      )}
    >
      {formatPoints(value)}
    </span>
  )
}

function SumRow({ points, children }: { points: number; children: ReactNode }) {
  if (points === 0) return null
  return (
    <p className="flex gap-3 border-t border-line py-2 text-ink-soft first:border-0">
      <Points value={points} />
      {children}
    </p>
  )
}

type PointButtonProps = { point: Point; alone: boolean; onShow: (point: Point) => void }

function PointButton({ point, alone, onShow }: PointButtonProps) {
  return (
    <button
      type="button"
      onClick={() => onShow(point)}
      className="flex w-full gap-3 rounded-control py-0.5 text-left text-ink-soft hover:bg-sunken hover:text-ink"
    >
      <span className="w-12 shrink-0 text-right text-xs leading-5 tabular-nums">
        {alone ? null : formatPoints(point.points)}
      </span>
      <span className="min-w-0 pr-2 wrap-anywhere">
        <bdi>“{point.text}”</bdi>
        {point.field === 'title' ? ' in the title' : null}
        <span className="sr-only">, show in the post</span>
      </span>
    </button>
  )
}
