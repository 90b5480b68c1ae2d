import type { Clock } from '#server/clock.ts'
import { type DiscussionSource, type ScanTarget, SourceError } from '#server/source-ports.ts'
import { liveSource, type SourceCalls } from '../source-calls/live-source.ts'
import type { Deadline } from '../source-calls/source-clock.ts'
import { writtenKeyword } from '../source-calls/written-query.ts'
import type { RedditClient } from './reddit-client.ts'
import { findGone, leftOutKinds, type RedditPost, sortOut } from './reddit-post.ts'

/** Reddit's maximum size of a page. A search ends near 250 posts. */
const pageSize = 100
const mostPages = 3

export type Reddit = Omit<SourceCalls, 'http'> & {
  client: RedditClient
  /** The communities to search; if there are none, all of Reddit is searched. */
  communities: readonly string[]
}

/** Valid names of Reddit communities; other sources have other rules. */
const communityName = /^\w{2,21}$/u

/**
 * Keeps only requested posts, in case Reddit interprets the path differently. Without names all posts are
 * kept.
 */
const within = (posts: readonly RedditPost[], names: readonly string[]) =>
  posts.filter(
    (one) =>
      one.kind !== 'post' ||
      names.length === 0 ||
      names.some((name) => name.toLowerCase() === one.post.community.toLowerCase()),
  )

/**
 * Posts that Reddit shows as deleted or removed count as deleted. Posts that are missing from the response
 * also count as deleted, because Reddit no longer knows them.
 */
export function redditSource({ client, communities, ...calls }: Reddit) {
  const isLimited = communities.length > 0
  const searchPath = isLimited ? `/r/${communities.join('+')}/search` : '/search'
  const searched = { type: 'link', limit: `${pageSize}`, ...(isLimited && { restrict_sr: 'true' }) }
  const limited = isLimited ? [`Only these communities were searched: ${communities.join(', ')}.`] : []

  /**
   * Reads more pages until there are enough posts. If a later page fails, the posts of the earlier ones are
   * kept.
   */
  async function readPages(q: string, most: number, deadline: Deadline) {
    const read: RedditPost[] = []
    let after: string | null = null
    for (let page = 1; page <= mostPages && sortOut(read).posts.length < most; page += 1) {
      try {
        const asked = { ...searched, q, sort: 'relevance', ...(after !== null && { after }) }
        const next = await client.list(searchPath, asked, deadline)
        read.push(...within(next.posts, communities))
        if (next.after === null || next.after === after) return { read, notes: [] }
        after = next.after
      } catch (error) {
        if (page === 1) throw error
        const reason = error instanceof Error ? error.message : 'failed'
        return { read, notes: [`Its further matches were not read: it ${reason}.`] }
      }
    }
    return { read, notes: ['It has more matches than were read.'] }
  }

  function whereNew({ kind, value }: ScanTarget) {
    if (kind === 'community') {
      const name = value.trim().replace(/^\/?r\//u, '')
      const query: Record<string, string> = { limit: `${pageSize}` }
      return communityName.test(name) ? { path: `/r/${name}/new`, query, names: [name] } : null
    }
    const q = writtenKeyword(value)
    return q === null
      ? null
      : { path: searchPath, query: { ...searched, q, sort: 'new' }, names: communities }
  }

  return liveSource({
    ...calls,
    name: 'reddit',
    leftOutKinds,
    async read(q, deadline, most) {
      const { read, notes } = await readPages(q, most, deadline)
      return { ...sortOut(read), notes: [...notes, ...limited] }
    },
    reads: () => true,
    async readPage(target, after, deadline) {
      const where = whereNew(target)
      if (where === null) return null
      const asked = { ...where.query, ...(after !== null && { after }) }
      const page = await client.list(where.path, asked, deadline)
      return { posts: sortOut(within(page.posts, where.names)).posts, next: page.after }
    },
    check: {
      idsPerCall: 100,
      async findGone(ids, deadline) {
        const asked = { id: ids.map((one) => `t3_${one}`).join(',') }
        return findGone(ids, (await client.list('/api/info', asked, deadline)).posts)
      },
    },
  })
}

/** Reddit announced these dates on 5 August and 30 September 2026. */
const announcedFrom = Date.UTC(2027, 0, 1)
const closesAt = Date.UTC(2027, 2, 1)

/** Shown to the operator next to the state of the source. */
const closingDates =
  'Reddit is closing its API: clients that are not registered lose access on 12 January 2027, the public API closes for ' +
  'all in March 2027. Stored posts stay, but can no longer be checked for deletion.'

function closingNote(now: Date): string | null {
  if (now.getTime() < announcedFrom) return null
  return now.getTime() < closesAt
    ? 'Reddit closes its public API in March 2027'
    : 'Reddit announced the end of its public API for March 2027, so that newer posts may be missing'
}

/**
 * A source that uses Reddit's API. The operator sees at once when the API ends. Users see it in results from
 * 2027 on.
 */
export function untilRedditCloses(source: DiscussionSource, clock: Clock): DiscussionSource {
  return {
    ...source,
    notice: closingDates,
    async search(query, limits) {
      const note = closingNote(clock())
      if (note === null) return source.search(query, limits)
      try {
        const { posts, coverage } = await source.search(query, limits)
        const sentences = [...(coverage.leftOut === null ? [] : [coverage.leftOut]), `${note}.`]
        return { posts, coverage: { ...coverage, leftOut: sentences.join(' ') } }
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        throw new SourceError(`${error.message}; ${note}`, { cause: error })
      }
    },
  }
}
