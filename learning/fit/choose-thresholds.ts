import { signals } from '#scoring/signal.ts'
import { type LabelledPost, showsSignal } from '../data/labelled-post.ts'
import { expectedOf, type LogOdds } from './read-log-odds.ts'

/** A post with what a model that never saw it says of its sentences. */
export type UnseenPost = { post: LabelledPost; logOdds: LogOdds }

export type ListingFigures = {
  listedFrom: number
  precision: number
  recall: number
  f1: number
  posts: number
}

/** Whether raters saw a signal in a post: asked of the post as a whole, or of its sentences; null where neither was. */
function seenIn(post: LabelledPost, signal: (typeof signals)[number]): boolean | null {
  const share = post.signals[signal]
  if (share !== undefined) return showsSignal(share)
  return post.marks === undefined ? null : post.marks.some((mark) => mark.signal === signal)
}

/**
 * By signal from how many expected sentences on it is listed, which is where F1 is best, and how well that does on posts
 * never learned from.
 */
export function chooseListing(unseen: readonly UnseenPost[]): ListingFigures[] {
  const expected = unseen.map(({ logOdds }) => expectedOf(logOdds))
  return signals.map((signal, column) => {
    const judged = unseen
      .map(({ post }, at) => ({ shows: seenIn(post, signal), expected: expected[at]?.[column] ?? 0 }))
      .filter(({ shows }) => shows !== null)
      .sort((one, other) => other.expected - one.expected)
    const posts = judged.filter(({ shows }) => shows).length
    let best: ListingFigures = { listedFrom: Number.MAX_VALUE, precision: 0, recall: 0, f1: 0, posts }
    let right = 0
    judged.forEach(({ shows, expected: listedFrom }, at) => {
      if (shows) right++
      const f1 = (2 * right) / (at + 1 + posts)
      if (f1 > best.f1) best = { listedFrom, precision: right / (at + 1), recall: right / posts, f1, posts }
    })
    return best
  })
}
