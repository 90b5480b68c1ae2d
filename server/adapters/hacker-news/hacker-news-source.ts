import * as z from 'zod/mini'
import {
  boundedDeadline,
  type Deadline,
  type SourceClock,
  searchDeadline,
} from '#server/adapters/source-calls/source-clock.ts'
import type {
  DeletionCheck,
  DiscussionSource,
  FeedPage,
  PostFeed,
  ScanTarget,
  SourceAnswer,
  SourceLimits,
  SourceQuery,
} from '#server/ports.ts'
import { liveAnswer, unaskedAnswer } from '../source-calls/live-answer.ts'
import { SourceNonsense } from '../source-calls/source-failure.ts'
import type { SourceHttpClient } from '../source-calls/source-http-client.ts'
import { writtenKeyword, writtenQuery } from '../source-calls/written-query.ts'
import { communityTags, readHits } from './hacker-news-hits.ts'

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

async function searchHackerNews(
  { http, searchUrl, timeLimitMs, sourceClock }: HackerNews,
  asked: SourceQuery,
  limits: SourceLimits,
): Promise<SourceAnswer> {
  const query = writtenQuery(asked.terms)
  if (query === null) return unaskedAnswer()
  const search = { query, tags: 'story', hitsPerPage: `${pageSize}`, ...asTyped }
  const deadline = searchDeadline(timeLimitMs, limits.signal, sourceClock)
  const answer = await http.ask({ url: `${searchUrl}/search`, query: search }, deadline)
  const { posts, leftOut, matches } = readHits(answer)
  const notes =
    matches !== null && matches > pageSize
      ? [`Of its ${whole.format(matches)} matches only the best ${pageSize} were read.`]
      : []
  const reading = { posts, leftOut, leftOutKinds: 'deleted posts and other entries', notes }
  return liveAnswer(reading, asked.terms, limits.posts)
}

/** Stories, Ask HN and Show HN, searched where the site itself is searched. */
export function hackerNewsSource(deps: HackerNews): DiscussionSource {
  return {
    name: 'hacker-news',
    timeLimitMs: deps.timeLimitMs,
    search: (query, limits) => searchHackerNews(deps, query, limits),
  }
}

const feedMs = 90_000

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
 * New posts of `Hacker News`, `Ask HN` or `Show HN`, or for a keyword; a community it cannot have is an empty
 * page. Pages go on by time, since a search ends at 1,000 posts and new ones move the others.
 */
export function hackerNewsFeed(
  { http, searchUrl, sourceClock }: HackerNews,
  communities: readonly string[],
): PostFeed {
  return {
    source: 'hacker-news',
    reads: () => true,
    own: (communities.length === 0 ? ['Hacker News'] : communities).map((value) => ({
      kind: 'community',
      value,
    })),
    async listNew(target, after, signal): Promise<FeedPage> {
      const what = whatNew(target)
      if (what === null) return { posts: [], next: null }
      const from: Record<string, string> =
        after === null ? {} : { numericFilters: `created_at_i<=${Number.parseInt(after, 10)}` }
      const search = { ...what, ...from, hitsPerPage: '100' }
      const deadline = boundedDeadline(feedMs, signal, sourceClock)
      const answer = await http.ask({ url: `${searchUrl}/search_by_date`, query: search }, deadline)
      const { posts, leftOut, lastAt } = readHits(answer)
      const full = posts.length + leftOut >= 100
      const next = full && lastAt !== null && `${lastAt}` !== after ? `${lastAt}` : null
      return { posts, next }
    },
  }
}

type Items = {
  http: SourceHttpClient
  /** Of the site's own API, without a slash at the end. */
  itemsUrl: string
  sourceClock: SourceClock
}

/** One call each; few enough to end in time at a polite pace. */
const idsPerCall = 25
const checkMs = 120_000

/** `null` for what never was; deleted by its author, or dead by moderators. */
const item = z.nullable(
  z.object({
    id: z.int(),
    deleted: z.catch(z.optional(z.boolean()), false),
    dead: z.catch(z.optional(z.boolean()), false),
  }),
)

async function stands({ http, itemsUrl }: Items, id: string, deadline: Deadline): Promise<boolean> {
  const parsed = item.safeParse(await http.ask({ url: `${itemsUrl}/item/${id}.json` }, deadline))
  if (!parsed.success) throw new SourceNonsense('sent an answer that is no post')
  return parsed.data !== null && parsed.data.deleted !== true && parsed.data.dead !== true
}

/** Asks the site's own API, since the search keeps what was deleted. */
export function hackerNewsDeletionCheck(deps: Items): DeletionCheck {
  return {
    source: 'hacker-news',
    idsPerCall,
    async findGone(sourceIds, signal) {
      const deadline = boundedDeadline(checkMs, signal, deps.sourceClock)
      const gone: string[] = []
      for (const id of sourceIds.slice(0, idsPerCall)) {
        if (!/^\d{1,12}$/u.test(id) || !(await stands(deps, id, deadline))) gone.push(id)
      }
      return gone
    },
  }
}
