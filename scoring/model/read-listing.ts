import { signals } from '../signal.ts'
import { decodeBytes } from './decode-bytes.ts'
import type { ModelFile } from './model-file.ts'

/**
 * What the phrases of a whole post say of signals: `weights` has `steps.length` numbers a phrase, `columns` tells by
 * signal which of them is its own (-1: none), `steps` what they count in.
 */
export type ListingWords = {
  columns: readonly number[]
  steps: readonly number[]
  weights: Int8Array
}

/** Takes half bytes apart: of each byte the lower half comes first. */
export function readListing({ steps, weights }: ModelFile['listing']): ListingWords {
  const named = signals.filter((signal) => steps[signal] !== undefined)
  const bytes = decodeBytes(weights)
  const halves = new Int8Array(bytes.length * 2)
  bytes.forEach((both, at) => {
    halves[2 * at] = (both << 28) >> 28
    halves[2 * at + 1] = both >> 4
  })
  return {
    columns: signals.map((signal) => named.indexOf(signal)),
    steps: named.map((signal) => steps[signal] ?? 0),
    weights: halves,
  }
}
