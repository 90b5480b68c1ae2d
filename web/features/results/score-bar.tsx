import type { SearchResult } from '#contract/search.ts'
import { formatPoints, heldPoints, otherPoints, scoreGroups, startingPoints } from './explain-result.ts'

/** The way from where every post starts to the score: what was given, then what was taken back. */
export function ScoreBar({ result }: { result: SearchResult }) {
  const base = Math.max(0, startingPoints(result))
  const parts = [...scoreGroups(result).map(({ points }) => points), otherPoints(result), heldPoints(result)]
  const given = parts.filter((points) => points > 0).reduce((sum, points) => sum + points, 0)
  const taken = parts.filter((points) => points < 0).reduce((sum, points) => sum - points, 0)
  const whole = Math.max(100, base + given)
  // Sums of points may miss zero by a hair, and no width is below it.
  const percent = (points: number) => `${Math.max(0, 100 * points) / whole}%`
  const score = result.opportunityScore
  return (
    <figure className="flex flex-col gap-1 text-xs text-ink-soft tabular-nums">
      <svg aria-hidden="true" width="100%" height="12" className="rounded-full bg-sunken">
        <rect width={percent(Math.min(base, score))} height="12" className="fill-line-strong" />
        <rect
          x={percent(Math.min(base, score))}
          width={percent(Math.max(0, score - base))}
          height="12"
          className="fill-accent"
        />
        <rect
          x={percent(score)}
          width={percent(Math.max(0, base + given - score))}
          height="12"
          className="fill-against"
        />
      </svg>
      <figcaption>
        {base} where every post starts, {formatPoints(given)} for a need
        {taken === 0 ? '' : `, ${formatPoints(-taken)} against it`}: {score}
      </figcaption>
    </figure>
  )
}
