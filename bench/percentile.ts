/** The nearest-rank percentile. Times are in ms, and the share is from 0 to 1. NaN for an empty list. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** A row of a table with the median, the 95th percentile and the maximum in ms. */
export function showTimes(name: string, times: readonly number[]): void {
  const cells = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1).padStart(9))
  console.log(`${name.padEnd(28)}${cells.join('')}`)
}
