import { signals } from '../signal.ts'
import { decodeBytes } from './decode-bytes.ts'
import type { ModelFile } from './model-file.ts'

/**
 * What the phrases of a whole post say of signals: `weights` has an integer a phrase, eight numbers of four bits each,
 * the first the lowest. `columns` tells by signal which of them is its own (-1: none), `steps` what they count in.
 */
export type ListingWords = {
  columns: readonly number[]
  steps: readonly number[]
  weights: Int32Array
}

const mostColumns = 8

/** Of each byte the lower half comes first. */
export function readListing({ steps, weights }: ModelFile['listing']): ListingWords {
  const named = signals.filter((signal) => steps[signal] !== undefined)
  const bytes = decodeBytes(weights)
  const width = named.length
  if (width > mostColumns)
    throw new Error('Words have no room for so many listed signals: see read-listing.ts.')
  const packed = new Int32Array(Math.floor((bytes.length * 2) / width))
  for (let at = 0; at < packed.length * width; at++) {
    const half = ((bytes[at >> 1] ?? 0) >> ((at & 1) << 2)) & 15
    const phrase = Math.floor(at / width)
    packed[phrase] = (packed[phrase] ?? 0) | (half << ((at % width) << 2))
  }
  return {
    columns: signals.map((signal) => named.indexOf(signal)),
    steps: named.map((signal) => steps[signal] ?? 0),
    weights: packed,
  }
}
