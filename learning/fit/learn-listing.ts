import type { ModelFile } from '#scoring/model/model-file.ts'
import { readListing } from '#scoring/model/read-listing.ts'
import { signals } from '#scoring/signal.ts'
import { leastExpected, leastHint, listingFactor } from '#scoring/weigh-whole-post.ts'
import { listedByWords } from '../data/short-label.ts'
import { chooseListing, goldF1, type ListingFigures, type UnseenPost } from './choose-thresholds.ts'
import { openListingFit } from './fit-listing.ts'
import { packListing } from './pack-listing.ts'
import { expectedOf } from './read-log-odds.ts'
import type { SentenceTable } from './sentence-table.ts'
import { distinctPhrases } from './whole-posts.ts'
import type { WordEmbeddings } from './word-embeddings.ts'

const width = listedByWords.length
const columns = listedByWords.map((signal) => signals.indexOf(signal))

export type UnseenPosts = {
  unseen: readonly UnseenPost[]
  folds: readonly number[]
  table: SentenceTable
  embeddings: WordEmbeddings
}

/** What words of a whole post say of listed signals, and how well signals are then listed, by signal. */
export type Listing = { words: ModelFile['listing']; figures: ListingFigures[]; goldF1: number }

/**
 * Learns both. Figures are of posts that neither detectors nor words were learned from; the phrases, and what sentences
 * say of the posts that words were learned from, come from all posts.
 */
export function learnListing({ unseen, folds, table, embeddings }: UnseenPosts): Listing {
  const expected = unseen.map(({ logOdds }) => expectedOf(logOdds))
  const sentenceLogOdds = Float64Array.from({ length: unseen.length * width }, (_, at) =>
    Math.log((expected[Math.floor(at / width)]?.[columns[at % width] ?? 0] ?? 0) + leastExpected),
  )
  const posts = unseen.map(({ post }) => post)
  const learn = openListingFit({ table, posts, embeddings, sentenceLogOdds })
  const { from, phrase } = distinctPhrases(table)
  for (const fold of new Set(folds.slice(0, posts.length))) {
    const words = readListing(packListing(learn((post) => folds[post] !== fold)))
    expected.forEach((row, post) => {
      if (folds[post] !== fold) return
      const found = {
        phrase: phrase.subarray(from[post], from[post + 1]),
        count: (from[post + 1] ?? 0) - (from[post] ?? 0),
      }
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
