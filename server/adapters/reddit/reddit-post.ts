import * as z from 'zod/mini'
import type { Post } from '#server/source-ports.ts'
import { readPost } from '../dump-files/read-post.ts'
import { text } from '../source-calls/reply-fields.ts'

/**
 * Communities of patients and of people in distress. Reddit's Responsible Builder Policy forbids inferring
 * health and other sensitive traits, so posts of these communities are neither shown nor stored.
 */
const names = `
  addiction adhd adhdwomen alcoholism alcoholicsanonymous anorexianervosa anxiety anxietyhelp askdocs autism
  autisminwomen bipolar bipolar2 bpd bulimia cancer chronicillness chronicpain cptsd crohnsdisease depression
  depression_help depressed diabetes diabetes_t1 diabetes_t2 disability domesticviolence dpdr eatingdisorders
  edanonymous endometriosis epilepsy fibromyalgia griefsupport hiv hivaids infertility lupus mentalhealth
  mentalillness miscarriage multiplesclerosis narcissisticabuse nofap ocd opiates opiatesrecovery
  parkinsons pcos petloss ptsd rape rapecounseling redditorsinrecovery schizophrenia selfharm socialanxiety
  stopdrinking stopselfharm suicidewatch survivorsofabuse ttc_pcos
`
const sensitive = new Set(names.trim().split(/\s+/u))

export type RedditPost =
  | { kind: 'post'; sourceId: string; post: Post }
  | { kind: 'gone' | 'left-out'; sourceId: string | null }

const own = z.object({ id: text, name: text, hide_score: z.catch(z.optional(z.boolean()), false) })

/** A character that is not escaped. On request, Reddit escapes no characters. */
const bareSign = /[<>]|&(?!(?:amp|lt|gt|quot|#39|#x27);)/u

const texts = z.object({ title: z.string(), selftext: z.optional(z.string()) })

/**
 * Escapes the texts of an unescaped post, so that an author's literal `&amp;` is kept when entities are
 * decoded.
 */
function withEscapes(value: unknown): unknown {
  const read = texts.safeParse(value).data
  if (read === undefined || ![read.title, read.selftext ?? ''].some((text) => bareSign.test(text)))
    return value
  const escaped = (text: string | undefined) => text?.replaceAll('&', '&amp;')
  return { ...(value as object), title: escaped(read.title), selftext: escaped(read.selftext) }
}

/** Parses a post in the format of Reddit, its dumps and their archives. HTML entities are decoded. */
export function readRedditPost(value: unknown): RedditPost {
  const row = readPost({ line: 1, value: withEscapes(value) })
  if (row.kind === 'deleted') return { kind: 'gone', sourceId: row.sourceId }
  const { id, name, hide_score: hidden } = own.safeParse(value).data ?? {}
  if (row.kind !== 'post') {
    return { kind: 'left-out', sourceId: (id ?? name ?? '').replace(/^t3_/u, '') || null }
  }
  const { post, nsfw } = row
  const { sourceId } = post
  if (nsfw || sensitive.has(post.community.toLowerCase())) return { kind: 'left-out', sourceId }
  return { kind: 'post', sourceId, post: hidden === true ? { ...post, upvotes: null } : post }
}

/** The posts without duplicates, and the number of other items. */
export function sortOut(read: readonly RedditPost[]) {
  const posts = new Map(read.flatMap((one) => (one.kind === 'post' ? [[one.sourceId, one.post]] : [])))
  return { posts: [...posts.values()], leftOut: read.filter(({ kind }) => kind !== 'post').length }
}

export const leftOutKinds = 'advertisements, removed, adult, profile and health posts'

/** The requested ids that are missing from a response, or marked as deleted in it. */
export function findGone(ids: readonly string[], answer: readonly RedditPost[]): string[] {
  const existing = new Set(answer.filter(({ kind }) => kind !== 'gone').map(({ sourceId }) => sourceId))
  return ids.filter((id) => !existing.has(id))
}
