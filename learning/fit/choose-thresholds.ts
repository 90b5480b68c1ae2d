import { signals } from '#scoring/signal.ts'
import { type LabelledPost, showsSignal } from '../data/labelled-post.ts'
import { listedByWords } from '../data/short-label.ts'
import type { LogOdds } from './read-log-odds.ts'

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

/** Posts that a rubric was followed for with most care count this often, where whole posts tell what is listed. */
const goldWeight = 15

/**
 * By signal from where on it is listed, which is where F1 is best, and how well that does: `told` is by post and signal
 * what is compared with it, of posts never learned from.
 */
export function chooseListing(
  posts: readonly LabelledPost[],
  told: readonly ArrayLike<number>[],
): ListingFigures[] {
  return signals.map((signal, column) => {
    const judged = posts
      .map((post, at) => ({
        shows: seenIn(post, signal),
        told: told[at]?.[column] ?? 0,
        weight: post.kind === 'gold' && listedByWords.includes(signal) ? goldWeight : 1,
      }))
      .filter(({ shows }) => shows !== null)
      .sort((one, other) => other.told - one.told)
    const all = judged.reduce((sum, { shows, weight }) => sum + (shows ? weight : 0), 0)
    let best = { listedFrom: Number.MAX_VALUE, f1: 0 }
    let right = 0
    let listed = 0
    for (const { shows, told: listedFrom, weight } of judged) {
      if (shows) right += weight
      listed += weight
      const f1 = (2 * right) / (listed + all)
      if (f1 > best.f1) best = { listedFrom, f1 }
    }
    return listingFigures(judged, best.listedFrom)
  })
}

/** How well a signal is listed from there on, each post counting once. */
function listingFigures(
  judged: readonly { shows: boolean | null; told: number }[],
  listedFrom: number,
): ListingFigures {
  const posts = judged.filter(({ shows }) => shows).length
  const listed = judged.filter(({ told }) => told >= listedFrom)
  const right = listed.filter(({ shows }) => shows).length
  return {
    listedFrom,
    precision: right / Math.max(1, listed.length),
    recall: right / Math.max(1, posts),
    f1: (2 * right) / Math.max(1, listed.length + posts),
    posts,
  }
}
