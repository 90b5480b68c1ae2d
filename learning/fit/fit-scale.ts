/**
 * Shares of the archive that score 60 and 80 or more, kept from version to version: small enough that three in four of
 * the first, and nine in ten of the second, are worth a founder's look.
 */
const shareFrom60 = 0.0165
const shareFrom80 = 0.0052

const logit = (share: number) => Math.log(share / (1 - share))

/** The logistic scale on which the archive keeps its shares of scores from 60 and from 80 up. */
export function fitScale(sums: Float64Array): { middle: number; steepness: number } {
  const sorted = Float64Array.from(sums).sort().reverse()
  const at60 = sorted[Math.floor(sorted.length * shareFrom60)] ?? 0
  const at80 = sorted[Math.floor(sorted.length * shareFrom80)] ?? 1
  const steepness = (logit(0.8) - logit(0.6)) / Math.max(1e-6, at80 - at60)
  return { steepness, middle: at60 - logit(0.6) / steepness }
}
