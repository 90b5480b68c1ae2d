import { signals } from '#scoring/signal.ts'
import { type LabelledPost, listedByWords, showsSignal } from '../data/labelled-post.ts'
import type { LogOdds } from './read-log-odds.ts'

/** A post with the output of a model that was not trained on it. */
export type UnseenPost = { post: LabelledPost; logOdds: LogOdds }

export type ListingFigures = ReturnType<typeof listingFigures>

/**
 * Whether raters saw a signal in a post or in one of its sentences. Null if raters were not asked about the
 * signal.
 */
function seenIn(post: LabelledPost, signal: (typeof signals)[number]): boolean | null {
  const share = post.signals[signal]
  if (share !== undefined) return showsSignal(share)
  return post.marks === undefined ? null : post.marks.some((mark) => mark.signal === signal)
}

/** The weight of the most carefully rated posts when thresholds are chosen from labels of whole posts. */
const goldWeight = 15

/**
 * For each signal, the threshold for listing that has the best F1, and this F1. `levels` are the numbers that
 * are compared with the thresholds, by post and signal. A post's numbers come from detectors that were not
 * trained on the post.
 */
export function chooseListing(
  posts: readonly LabelledPost[],
  levels: readonly ArrayLike<number>[],
): ListingFigures[] {
  return signals.map((signal, column) => {
    const judged = posts
      .map((post, at) => ({
        shows: seenIn(post, signal),
        level: levels[at]?.[column] ?? 0,
        weight: post.kind === 'gold' && listedByWords.includes(signal) ? goldWeight : 1,
      }))
      .filter(({ shows }) => shows !== null)
      .sort((one, other) => other.level - one.level)
    const all = judged.reduce((sum, { shows, weight }) => sum + (shows ? weight : 0), 0)
    let best = { listedFrom: Number.MAX_VALUE, f1: 0 }
    let right = 0
    let listed = 0
    for (const [at, { shows, level: listedFrom, weight }] of judged.entries()) {
      if (shows) right += weight
      listed += weight
      // Posts with equal numbers are listed together.
      if (judged[at + 1]?.level === listedFrom) continue
      const f1 = (2 * right) / (listed + all)
      if (f1 > best.f1) best = { listedFrom, f1 }
    }
    return listingFigures(judged, best.listedFrom)
  })
}

/**
 * The mean F1 on gold posts, over the signals that are learned from labels of whole posts. Each post is
 * judged by thresholds from other folds.
 */
export function goldF1(
  posts: readonly LabelledPost[],
  levels: readonly ArrayLike<number>[],
  folds: readonly number[],
): number {
  const count = signals.map(() => ({ right: 0, listed: 0, shown: 0 }))
  for (const fold of new Set(folds.slice(0, posts.length))) {
    const isOther = (_: unknown, at: number) => folds[at] !== fold
    const thresholds = chooseListing(posts.filter(isOther), levels.filter(isOther))
    posts.forEach((post, at) => {
      if (post.kind !== 'gold' || folds[at] !== fold) return
      for (const [column, { listedFrom }] of thresholds.entries()) {
        const of = count[column]
        const shows = seenIn(post, signals[column] ?? 'pain')
        const isListed = (levels[at]?.[column] ?? 0) >= listedFrom
        if (of === undefined || shows === null) continue
        if (shows) of.shown++
        if (isListed) of.listed++
        if (shows && isListed) of.right++
      }
    })
  }
  const all = listedByWords.map((signal) => {
    const { right, listed, shown } = count[signals.indexOf(signal)] ?? { right: 0, listed: 0, shown: 0 }
    return (2 * right) / Math.max(1, listed + shown)
  })
  return all.reduce((sum, f1) => sum + f1, 0) / all.length
}

/** The F1 if a signal is listed from this threshold on. All posts have the same weight. */
function listingFigures(judged: readonly { shows: boolean | null; level: number }[], listedFrom: number) {
  const posts = judged.filter(({ shows }) => shows).length
  const listed = judged.filter(({ level }) => level >= listedFrom)
  const right = listed.filter(({ shows }) => shows).length
  return {
    listedFrom,
    precision: right / Math.max(1, listed.length),
    recall: right / Math.max(1, posts),
    f1: (2 * right) / Math.max(1, listed.length + posts),
    posts,
  }
}
