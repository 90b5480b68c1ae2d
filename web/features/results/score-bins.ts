/** How many scores lie in one tenth of the scale; the last one holds 100 as well. */
export type ScoreBin = { from: number; to: number; count: number }

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
