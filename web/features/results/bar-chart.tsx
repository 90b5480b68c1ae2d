import { clsx } from 'clsx'

const gap = 3

/** `name` is the label; `look` is the fill of a non-empty bar. */
type Bar = { name: string; count: number; look: string }

type BarChartProps = {
  bars: readonly Bar[]
  label: string
  /** The width of one bar, in SVG units. */
  size: { width: number; height: number; corner: number }
  className: string
}

export function BarChart({ bars, label, size, className }: BarChartProps) {
  const { width, height, corner } = size
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <svg
      viewBox={`0 0 ${bars.length * (width + gap) - gap} ${height}`}
      role="img"
      aria-label={label}
      className={clsx('block', className)}
    >
      {bars.map(({ name, count, look }, at) => {
        const tall = count === 0 ? 2 : 4 + (count / most) * (height - 4)
        return (
          <rect
            key={name}
            x={at * (width + gap)}
            y={height - tall}
            width={width}
            height={tall}
            rx={corner}
            className={count === 0 ? 'fill-line' : look}
          >
            <title>{`${name}: ${count}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
