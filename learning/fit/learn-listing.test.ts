import { expect, it } from 'vitest'
import { readListing } from '#scoring/model/read-model.ts'
import { signals } from '#scoring/signal.ts'
import { listedByWords } from '../data/labelled-post.ts'
import { packListing } from './learn-listing.ts'

const width = listedByWords.length

it('keeps what words say of each signal to half a step, as a share of what its sentences count', () => {
  const weights = Float32Array.from({ length: 40 * width }, (_, at) => Math.sin(at * 7.3))
  const sentences = Float32Array.from({ length: width }, (_, column) => 1 + column / 4)
  const read = readListing(packListing({ sentences, weights }))
  expect(signals.filter((_, at) => (read.columns[at] ?? -1) >= 0)).toEqual(listedByWords)
  for (const [at, weight] of weights.entries()) {
    const step = read.steps[at % width] ?? 0
    const packed = read.weights[Math.floor(at / width)] ?? 0
    const kept = ((packed << (28 - 4 * (at % width))) >> 28) * step
    const said = (0.7 * weight) / (sentences[at % width] ?? 1)
    expect(Math.abs(kept - said)).toBeLessThanOrEqual(step / 2 + 1e-6)
  }
})
