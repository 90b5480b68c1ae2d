import { type MarkedSentence, readLines, refuseHeldOut } from './labelled-post.ts'
import { parseMarks } from './read-labelled-posts.ts'

/** A sentence of a post and a signal, and whether a rater would point at the sentence to show the signal. */
export type RatedQuote = MarkedSentence & { id: string; right: boolean }

/**
 * Sentences that scorer 3.7.0 shows, and those that it would show next, rated by one language model. Throws
 * if one of their posts is held out.
 */
export function readQuoteRatings(): RatedQuote[] {
  const posts = readLines(new URL('./quote-ratings.ndjson', import.meta.url)).map((line) => JSON.parse(line))
  refuseHeldOut(posts.map(({ id }) => id))
  return posts.flatMap(({ id, right, wrong }) => [
    ...parseMarks(right).map((mark) => ({ ...mark, id, right: true })),
    ...parseMarks(wrong).map((mark) => ({ ...mark, id, right: false })),
  ])
}
