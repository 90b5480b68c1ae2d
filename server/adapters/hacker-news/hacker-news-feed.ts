import { boundedDeadline } from '#server/adapters/source-calls/source-clock.ts'
import type { FeedPage, PostFeed, ScanTarget } from '#server/ports.ts'
import { writtenKeyword } from '../source-calls/written-query.ts'
import { communityTags, readHits } from './hacker-news-hits.ts'
import { asTyped, type HackerNews } from './hacker-news-source.ts'

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
