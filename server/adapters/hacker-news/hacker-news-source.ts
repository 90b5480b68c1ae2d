import * as z from 'zod/mini'
import type { DeletionCheck, DiscussionSource, PostFeed, ScanTarget } from '#server/ports.ts'
import type { LiveReading } from '../source-calls/live-answer.ts'
import { checkOneByOne, liveSource, pagedFeed } from '../source-calls/live-source.ts'
import { parseAnswer } from '../source-calls/reply-fields.ts'
import type { Deadline, SourceClock } from '../source-calls/source-clock.ts'
import type { SourceHttpClient } from '../source-calls/source-http-client.ts'
import { writtenKeyword } from '../source-calls/written-query.ts'
import { communityTags, readStories } from './hacker-news-stories.ts'

export type HackerNews = {
  http: SourceHttpClient
  /** Without a slash at the end. */
  searchUrl: string
  timeLimitMs: number
  sourceClock: SourceClock
}

/** Words as typed, in titles and texts alone: never in names of authors. */
const asTyped = {
  typoTolerance: 'false',
  queryType: 'prefixNone',
  restrictSearchableAttributes: 'title,story_text',
}

const pageSize = 100
const whole = new Intl.NumberFormat('en-US')

async function search(
  { http, searchUrl }: HackerNews,
  query: string,
  deadline: Deadline,
): Promise<LiveReading> {
  const asked = { query, tags: 'story', hitsPerPage: `${pageSize}`, ...asTyped }
  const answer = await http.ask({ url: `${searchUrl}/search`, query: asked }, deadline)
  const { posts, leftOut, matches } = readStories(answer)
  const notes =
    matches !== null && matches > pageSize
      ? [`Of its ${whole.format(matches)} matches only the best ${pageSize} were read.`]
      : []
  return { posts, leftOut, leftOutKinds: 'deleted posts and other entries', notes }
}

export function hackerNewsSource(deps: HackerNews): DiscussionSource {
  return liveSource({
    ...deps,
    name: 'hacker-news',
    read: (query, deadline) => search(deps, query, deadline),
  })
}

/** `Ask HN`, `ask_hn` and `AskHN` are one. */
const folded = (name: string) => name.toLowerCase().replace(/[\s_-]/gu, '')

function tagOf(value: string): string | null {
  return Object.entries(communityTags).find(([name]) => folded(name) === folded(value))?.[1] ?? null
}

function whatNew({ kind, value }: ScanTarget): Record<string, string> | null {
  if (kind === 'keyword') {
    const query = writtenKeyword(value)
    return query === null ? null : { query, tags: 'story', ...asTyped }
  }
  const tags = tagOf(value)
  return tags === null ? null : { tags }
}

/**
 * New posts of `Hacker News`, `Ask HN` or `Show HN`, or for a keyword. Pages go on by time, since a search ends at
 * 1,000 posts and new ones move the others.
 */
export function hackerNewsFeed(
  { http, searchUrl, sourceClock }: HackerNews,
  communities: readonly string[],
): PostFeed {
  return pagedFeed({
    source: 'hacker-news',
    sourceClock,
    reads: () => true,
    own: communities.length === 0 ? ['Hacker News'] : communities,
    async readPage(target, after, deadline) {
      const what = whatNew(target)
      if (what === null) return null
      const from: Record<string, string> =
        after === null ? {} : { numericFilters: `created_at_i<=${Number.parseInt(after, 10)}` }
      const query = { ...what, ...from, hitsPerPage: `${pageSize}` }
      const answer = await http.ask({ url: `${searchUrl}/search_by_date`, query }, deadline)
      const { posts, leftOut, lastAt } = readStories(answer)
      const isFull = posts.length + leftOut >= pageSize
      return { posts, next: isFull && lastAt !== null ? `${lastAt}` : null }
    },
  })
}

type Items = {
  http: SourceHttpClient
  /** Of the site's own API, without a slash at the end. */
  itemsUrl: string
  sourceClock: SourceClock
}

/** `null` for what never was; deleted by its author, or dead by moderators. */
const item = z.nullable(
  z.object({
    id: z.int(),
    deleted: z.catch(z.optional(z.boolean()), false),
    dead: z.catch(z.optional(z.boolean()), false),
  }),
)

/** Asks the site's own API, since the search index still holds what was deleted. */
export function hackerNewsDeletionCheck({ http, itemsUrl, sourceClock }: Items): DeletionCheck {
  return checkOneByOne({
    source: 'hacker-news',
    sourceClock,
    async isGone(id, deadline) {
      const answer = await http.ask({ url: `${itemsUrl}/item/${id}.json` }, deadline)
      const found = parseAnswer(item, answer, 'is no post')
      return found === null || found.deleted === true || found.dead === true
    },
  })
}
