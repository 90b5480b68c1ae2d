import * as z from 'zod/mini'
import type { Post } from '#server/ports.ts'
import { parseAnswer, score, text, unixSeconds } from '../source-calls/reply-fields.ts'
import { plainText, unescapeHtml } from './plain-text.ts'

const story = z.object({
  objectID: z.pipe(
    z.union([z.string(), z.int()]),
    z.transform((id) => String(id)),
  ),
  title: text,
  story_text: text,
  points: score,
  num_comments: score,
  created_at_i: unixSeconds,
  _tags: z.catch(z.array(z.string()), []),
})

const page = z.object({
  hits: z.array(z.unknown()),
  nbHits: z.catch(z.nullish(z.int()), null),
})

export type HackerNewsPage = {
  posts: Post[]
  leftOut: number
  /** How many match in all, as far as the source says. */
  matches: number | null
  /** Unix seconds of the last story; null when there are none. */
  lastAt: number | null
}

export const communityTags = { 'Hacker News': 'story', 'Ask HN': 'ask_hn', 'Show HN': 'show_hn' } as const

function communityOf(tags: readonly string[]): string {
  return tags.includes('ask_hn') ? 'Ask HN' : tags.includes('show_hn') ? 'Show HN' : 'Hacker News'
}

/** Null for what is no post: comments, polls, and stories without a title, which are deleted ones. */
function readStory(value: unknown): Post | null {
  const parsed = story.safeParse(value)
  if (!parsed.success || !/^\d{1,12}$/u.test(parsed.data.objectID)) return null
  const { objectID: sourceId, _tags: tags } = parsed.data
  const title = unescapeHtml(parsed.data.title ?? '').trim()
  if (title === '' || tags.some((tag) => /^(?:comment|pollopt|job)$/u.test(tag))) return null
  if (/^\[(?:dead|deleted|flagged)\]$/iu.test(title)) return null
  return {
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
}

export function readStories(answer: unknown): HackerNewsPage {
  const { hits, nbHits } = parseAnswer(page, answer, 'is no list of posts')
  const posts = hits.flatMap((one) => readStory(one) ?? [])
  const last = story.safeParse(hits.at(-1))
  return {
    posts,
    leftOut: hits.length - posts.length,
    matches: nbHits ?? null,
    lastAt: last.success ? last.data.created_at_i : null,
  }
}
