import { Buffer } from 'node:buffer'
import type { ModelFile } from '#scoring/model/model-file.ts'
import { listedByWords } from '../data/short-label.ts'
import type { ListingFit } from './fit-listing.ts'

const width = listedByWords.length
/** Words stand beside what sentences say: more of what they say lists no better on posts never learned from. */
const heed = 0.7
/** The largest number that half a byte is given, and what share of the weights it has to hold. */
const mostSteps = 7
const heldShare = 0.999

/**
 * Counts weights in half bytes: as factors of how many sentences can be expected to show a signal, hence divided by what
 * these count. The few largest weights are cut.
 */
export function packListing({ sentences, weights }: ListingFit): ModelFile['listing'] {
  const scaled = weights.map((weight, at) => (heed * weight) / (sentences[at % width] ?? 1))
  const steps = listedByWords.map((_, column) => {
    const sizes = scaled
      .filter((_, at) => at % width === column)
      .map(Math.abs)
      .sort()
    const largest = sizes[Math.floor(sizes.length * heldShare)] ?? 0
    return Math.max(1e-6, Math.round((largest / mostSteps) * 1e6) / 1e6)
  })
  const halves = Array.from(scaled, (weight, at) => {
    const count = Math.round(weight / (steps[at % width] ?? 1))
    return Math.max(-mostSteps, Math.min(mostSteps, count))
  })
  const bytes = Int8Array.from(
    { length: halves.length / 2 },
    (_, at) => ((halves[2 * at + 1] ?? 0) << 4) | ((halves[2 * at] ?? 0) & 15),
  )
  return {
    steps: Object.fromEntries(listedByWords.map((signal, column) => [signal, steps[column] ?? 0])),
    weights: Buffer.from(bytes.buffer).toString('base64'),
  }
}
