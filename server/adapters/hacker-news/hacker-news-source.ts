import * as z from 'zod/mini'
import type { Post, ScanTarget } from '#server/source-ports.ts'
import { liveSource, oneByOne, type SourceCalls } from '../source-calls/live-source.ts'
import { entries, flag, parseAnswer, score, text, unixSeconds } from '../source-calls/reply-fields.ts'
import type { Deadline } from '../source-calls/source-clock.ts'
import { writtenKeyword } from '../source-calls/written-query.ts'
import { plainText, unescapeHtml } from './plain-text.ts'

export type HackerNews = SourceCalls & {
  searchUrl: string
  /** The URL of the site's own API, which shows deletions. The search index still contains deleted posts. */
  itemsUrl: string
  /** The chosen keys of `communityTags`. If there are none, all stories are searched. */
  communities: readonly string[]
}

const story = z.object({
  objectID: z.coerce.string(),
  title: text,
  story_text: text,
  points: score,
  num_comments: score,
  created_at_i: unixSeconds,
  _tags: z.catch(z.array(z.string()), []),
})

const page = z.object({ hits: entries, nbHits: z.catch(z.nullish(z.int()), null) })

const communityTags = { 'Hacker News': 'story', 'Ask HN': 'ask_hn', 'Show HN': 'show_hn' } as const

function communityOf(tags: readonly string[]): string {
  return tags.includes('ask_hn') ? 'Ask HN' : tags.includes('show_hn') ? 'Show HN' : 'Hacker News'
}

/** Null for comments, polls, and stories without a title, which are deleted. */
function readStory(value: unknown): { post: Post; tags: readonly string[] } | null {
  const parsed = story.safeParse(value)
  if (!parsed.success || !/^\d{1,12}$/u.test(parsed.data.objectID)) return null
  const { objectID: sourceId, _tags: tags } = parsed.data
  const title = unescapeHtml(parsed.data.title ?? '').trim()
  if (title === '' || tags.some((tag) => /^(?:comment|pollopt|job)$/u.test(tag))) return null
  if (/^\[(?:dead|deleted|flagged)\]$/iu.test(title)) return null
  const post = {
    source: 'hacker-news',
    sourceId,
    community: communityOf(tags),
    title,
    selftext: plainText(parsed.data.story_text ?? ''),
    url: `https://news.ycombinator.com/item?id=${sourceId}`,
    upvotes: parsed.data.points ?? null,
    comments: parsed.data.num_comments ?? null,
    createdAt: new Date(parsed.data.created_at_i * 1000),
    sample: false,
  }
  return { post, tags }
}

/** The stories with a tag. A server that does not know the filter also returns other stories. */
function readStories(answer: unknown, tag: string | undefined) {
  const { hits, nbHits } = parseAnswer(page, answer, 'is no list of posts')
  const read = hits.flatMap((one) => readStory(one) ?? [])
  const isOther = ({ tags }: { tags: readonly string[] }) =>
    tag !== undefined && tags.length > 0 && !tags.includes(tag)
  const posts = read.filter((one) => !isOther(one)).map(({ post }) => post)
  const last = story.safeParse(hits.at(-1))
  return {
    posts,
    others: read.filter(isOther).map(({ post }) => post.createdAt),
    leftOut: hits.length - posts.length,
    /** The total number of matches, if the source reports it. */
    matches: nbHits ?? 0,
    /** Unix seconds of the last story; null if there are none. */
    lastAt: last.success ? last.data.created_at_i : null,
  }
}

/** Searches words as typed, in titles and texts but not in author names. */
const anyStory = {
  tags: 'story',
  typoTolerance: 'false',
  queryType: 'prefixNone',
  restrictSearchableAttributes: 'title,story_text',
}

const pageSize = 100
const whole = new Intl.NumberFormat('en-US')

/** `Ask HN`, `ask_hn` and `AskHN` are the same name. */
const nameKey = (name: string) => name.toLowerCase().replace(/[\s_-]/gu, '')

function whatNew({ kind, value }: ScanTarget): Record<string, string> | null {
  if (kind === 'keyword') {
    const query = writtenKeyword(value)
    return query === null ? null : { query, ...anyStory }
  }
  const known = Object.entries(communityTags).find(([name]) => nameKey(name) === nameKey(value))
  return known === undefined ? null : { tags: known[1] }
}

/**
 * The API returns `null` for an unknown id. `deleted` means that the author deleted the item, and `dead` that
 * moderators removed it.
 */
const item = z.nullable(z.object({ id: z.int(), deleted: flag, dead: flag }))

/** New posts are paged by time, because a search ends at 1,000 posts and new posts shift the pages. */
export function hackerNewsSource(parts: HackerNews) {
  const { http, searchUrl, itemsUrl, communities } = parts
  const ask = async (path: string, query: Record<string, string>, deadline: Deadline) => {
    const request = { url: `${searchUrl}${path}`, query: { ...query, hitsPerPage: `${pageSize}` } }
    return readStories(await http.ask(request, deadline), query.tags)
  }
  return liveSource({
    ...parts,
    name: 'hacker-news',
    leftOutKinds: 'deleted posts and other entries',
    async read(query, deadline) {
      const { posts, leftOut, matches } = await ask('/search', { query, ...anyStory }, deadline)
      const cut = `Of its ${whole.format(matches)} matches only the best ${pageSize} were read.`
      return { posts, leftOut, notes: matches > pageSize ? [cut] : [] }
    },
    reads: () => true,
    own: communities.length === 0 ? ['Hacker News'] : communities,
    async readPage(target, after, deadline) {
      const what = whatNew(target)
      if (what === null) return null
      const from = after === null ? {} : { numericFilters: `created_at_i<=${Number.parseInt(after, 10)}` }
      const { posts, others, leftOut, lastAt } = await ask('/search_by_date', { ...what, ...from }, deadline)
      const isFull = posts.length + leftOut >= pageSize
      return { posts, others, next: isFull && lastAt !== null ? `${lastAt}` : null }
    },
    check: oneByOne({
      async isGone(id, deadline) {
        const answer = await http.ask({ url: `${itemsUrl}/item/${id}.json` }, deadline)
        const found = parseAnswer(item, answer, 'is no post')
        return found === null || found.deleted === true || found.dead === true
      },
    }),
  })
}
