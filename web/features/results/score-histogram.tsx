import { limits } from '#contract/limits.ts'
import { BarChart } from './bar-chart.tsx'

/** How many scores lie in one tenth of the scale; the last one holds 100 as well. */
type ScoreBin = { from: number; to: number; count: number }

const binWidth = 10

/** The scores of a result in ten bins, lowest first. */
export function binScores(scores: readonly number[]): ScoreBin[] {
  const bins = Array.from({ length: 100 / binWidth }, (_, at) => ({
    from: at * binWidth,
    to: at === 100 / binWidth - 1 ? 100 : at * binWidth + binWidth - 1,
    count: 0,
  }))
  for (const score of scores) {
    const bin = bins[Math.min(bins.length - 1, Math.floor(score / binWidth))]
    if (bin !== undefined) bin.count += 1
  }
  return bins
}

/** The bins that hold something as one sentence, highest first. */
export function describeBins(bins: readonly ScoreBin[]): string {
  const told = bins
    .filter(({ count }) => count > 0)
    .toReversed()
    .map(({ from, to, count }) => `${count} ${count === 1 ? 'post' : 'posts'} at ${from} to ${to}`)
  return told.length === 0 ? 'No scores.' : `${told.join(', ')}.`
}

const barSize = { width: 20, height: 56, corner: 3 }

/** How the scores of all results lie; what a least score leaves out is faint. */
export function ScoreHistogram({ scores, least }: { scores: readonly number[]; least: number }) {
  const bins = binScores(scores)
  const lookOf = ({ from, to }: ScoreBin) => {
    if (to < least) return 'fill-line'
    return from >= limits.promisingScore ? 'fill-accent' : 'fill-line-strong'
  }
  return (
    <figure>
      <BarChart
        bars={bins.map((bin) => ({ name: `${bin.from} to ${bin.to}`, count: bin.count, look: lookOf(bin) }))}
        label={`Opportunity scores: ${describeBins(bins)}`}
        size={barSize}
        className="w-full"
      />
      <figcaption aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-soft tabular-nums">
        <span>0</span>
        <span>50</span>
        <span>100</span>
      </figcaption>
    </figure>
  )
}
