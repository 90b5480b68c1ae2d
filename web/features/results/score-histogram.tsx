import { clsx } from 'clsx'
import { limits } from '#contract/limits.ts'
import { binScores, describeBins } from './score-bins.ts'

const barWidth = 20
const gap = 3
const height = 56

type ScoreHistogramProps = { scores: readonly number[]; least: number }

/** How the scores of all results lie; what a least score leaves out is faint. */
export function ScoreHistogram({ scores, least }: ScoreHistogramProps) {
  const bins = binScores(scores)
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const width = bins.length * (barWidth + gap) - gap
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Opportunity scores: ${describeBins(bins)}`}
        className="block w-full"
      >
        {bins.map(({ from, to, count }, at) => {
          const tall = count === 0 ? 2 : 4 + (count / most) * (height - 4)
          const leftOut = to < least
          return (
            <rect
              key={from}
              x={at * (barWidth + gap)}
              y={height - tall}
              width={barWidth}
              height={tall}
              rx={3}
              className={clsx(
                count === 0 || leftOut
                  ? 'fill-line'
                  : from >= limits.promisingScore
                    ? 'fill-accent'
                    : 'fill-line-strong',
              )}
            >
              <title>{`${from} to ${to}: ${count}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-soft tabular-nums">
        <span>0</span>
        <span>50</span>
        <span>100</span>
      </figcaption>
    </figure>
  )
}
