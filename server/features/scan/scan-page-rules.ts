import type { FeedPage } from '#server/ports.ts'

/** Votes and comments come in for two days: for so long posts are read again. */
const readAgainMs = 2 * 86_400_000

export type ScanPlace = {
  after: string | null
  since: Date | null
  newestPostAt: Date | null
  postsRead: number
}

export type ScanStep = {
  after: string | null
  newestPostAt: Date | null
  postsRead: number
  done: boolean
  cutShort: boolean
}

/**
 * A target is done at the end of its feed, or where the last finished run began: at a time and not at the first
 * known post, since searches and imports store posts anywhere. `most` posts are the bound of one run; a date that a
 * source puts into the future counts as `now`.
 */
export function stepAfter(place: ScanPlace, page: FeedPage, bounds: { most: number; now: Date }): ScanStep {
  const { most, now } = bounds
  const times = page.posts.map((post) => post.createdAt.getTime())
  const postsRead = place.postsRead + times.length
  const newest = Math.max(place.newestPostAt?.getTime() ?? 0, place.since?.getTime() ?? 0, ...times)
  const reached = place.since !== null && Math.min(...times) <= place.since.getTime() - readAgainMs
  const through = page.next === null || reached
  const stuck = page.next === place.after
  return {
    after: page.next,
    newestPostAt: newest === 0 ? null : new Date(Math.min(newest, now.getTime())),
    postsRead,
    done: through || stuck || postsRead >= most,
    cutShort: !through && (stuck || postsRead >= most),
  }
}
