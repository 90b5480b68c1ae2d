import { type SourceClock, searchDeadline } from '#server/adapters/source-calls/source-clock.ts'
import type { DiscussionSource, SourceAnswer, SourceLimits, SourceQuery } from '#server/ports.ts'
import { liveAnswer, unaskedAnswer } from '../source-calls/live-answer.ts'
import type { SourceHttpClient } from '../source-calls/source-http-client.ts'
import { writtenQuery } from '../source-calls/written-query.ts'
import { readHits } from './hacker-news-hits.ts'

export type HackerNews = {
  http: SourceHttpClient
  /** Without a slash at the end. */
  searchUrl: string
  timeLimitMs: number
  sourceClock: SourceClock
}

/** Words as typed, in titles and texts alone: never in names of authors. */
export const asTyped = {
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
