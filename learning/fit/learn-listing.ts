import { Buffer } from 'node:buffer'
import { leastExpected, leastHint, listingFactor } from '#scoring/list-signals.ts'
import { type ModelFile, readListing } from '#scoring/model/read-model.ts'
import { signals } from '#scoring/signal.ts'
import { listedByWords } from '../data/labelled-post.ts'
import { chooseListing, goldF1, type UnseenPost } from './choose-thresholds.ts'
import { distinctPhrases, type ListingFit, openListingFit } from './fit-listing.ts'
import { expectedOf } from './read-log-odds.ts'
import type { SentenceTable } from './sentence-table.ts'
import type { WordEmbeddings } from './word-embeddings.ts'

const width = listedByWords.length
const columns = listedByWords.map((signal) => signals.indexOf(signal))

export type UnseenPosts = {
  unseen: readonly UnseenPost[]
  folds: readonly number[]
  table: SentenceTable
  embeddings: WordEmbeddings
}

/**
 * Trains the weights with which words list signals, and measures the listing. The figures are for posts on
 * which neither detectors nor word weights were trained. Phrases and the outputs for sentences come from all
 * posts.
 */
export function learnListing({ unseen, folds, table, embeddings }: UnseenPosts) {
  const expected = unseen.map(({ logOdds }) => expectedOf(logOdds))
  const sentenceLogOdds = Float64Array.from({ length: unseen.length * width }, (_, at) =>
    Math.log((expected[Math.floor(at / width)]?.[columns[at % width] ?? 0] ?? 0) + leastExpected),
  )
  const posts = unseen.map(({ post }) => post)
  const learn = openListingFit({ table, posts, embeddings, sentenceLogOdds })
  const { phrasesOf } = distinctPhrases(table)
  for (const fold of new Set(folds.slice(0, posts.length))) {
    const words = readListing(packListing(learn((post) => folds[post] !== fold)))
    expected.forEach((row, post) => {
      if (folds[post] !== fold) return
      const phrase = phrasesOf(post)
      const found = { phrase, count: phrase.length }
      columns.forEach((column, place) => {
        const sentences = row[column] ?? 0
        row[column] =
          sentences < leastHint ? 0 : (sentences + leastExpected) * listingFactor(words, found, place)
      })
    })
  }
  return {
    words: packListing(learn(() => true)),
    figures: chooseListing(posts, expected),
    goldF1: goldF1(posts, expected, folds),
  }
}

/**
 * How much words count in addition to the sentences. Larger numbers do not improve the listing of held-out
 * posts.
 */
const heed = 0.7
/** The largest weight that half a byte stores, and the share of weights that must not exceed it. */
const mostSteps = 7
const heldShare = 0.999

/**
 * Rounds weights to half bytes. The scorer multiplies the expected number of sentences by a factor that these
 * weights determine, so each weight is divided by the weight of the sentences. The few largest weights are
 * reduced to the maximum.
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
