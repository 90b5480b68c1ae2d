import * as z from 'zod/mini'
import type { Post, PostAttribution } from '#server/ports.ts'
import { htmlToText, titleText } from '../html-text/html-to-text.ts'
import { flag, parseAnswer, score, text, unixSeconds } from '../source-calls/reply-fields.ts'

const question = z.object({
  question_id: z.int().check(z.gte(1)),
  title: z.string(),
  body: text,
  link: text,
  score,
  answer_count: score,
  creation_date: unixSeconds,
  content_license: text,
  owner: z.catch(z.nullish(z.object({ display_name: text, link: text })), null),
})

const page = z.object({
  items: z.array(z.unknown()),
  has_more: flag,
  backoff: z.catch(z.nullish(z.int().check(z.gte(0), z.lte(86_400))), null),
  quota_remaining: z.catch(z.nullish(z.int().check(z.gte(0))), null),
})

export type QuestionPage = {
  posts: Post[]
  ids: string[]
  leftOut: number
  hasMore: boolean
  backoffSeconds: number | null
  callsLeft: number | null
}

type Place = { source: string; url: string; community: string }

function webAddress(address: string | null | undefined): string | null {
  const url = URL.parse(address ?? '')
  return url !== null && /^https?:$/u.test(url.protocol) && url.username === '' ? url.href : null
}

/** The licence as the site names it, such as `CC BY-SA 4.0`, with the address of its text. */
function licenseOf(named: string | null | undefined) {
  const version = /^CC BY-SA (\d\.\d)$/u.exec(named ?? '')?.[1] ?? '4.0'
  return {
    license: `CC BY-SA ${version}`,
    licenseUrl: `https://creativecommons.org/licenses/by-sa/${version}/`,
  }
}

function attributionOf({ owner, content_license: named }: z.infer<typeof question>): PostAttribution {
  const author = titleText(owner?.display_name ?? '').slice(0, 200)
  return {
    author: author === '' ? 'a deleted user' : author,
    authorUrl: webAddress(owner?.link),
    ...licenseOf(named),
  }
}

function readQuestion(value: unknown, { source, url, community }: Place): Post | null {
  const parsed = question.safeParse(value)
  if (!parsed.success) return null
  const { question_id: id, link, answer_count: answers, creation_date: seconds } = parsed.data
  const title = titleText(parsed.data.title)
  if (title === '') return null
  return {
    source,
    sourceId: `${id}`,
    community,
    title,
    selftext: htmlToText(parsed.data.body ?? ''),
    url: webAddress(link) ?? `${url}/q/${id}`,
    upvotes: parsed.data.score ?? null,
    comments: answers ?? null,
    createdAt: new Date(seconds * 1000),
    sample: false,
    attribution: attributionOf(parsed.data),
  }
}

export function readQuestions(answer: unknown, place: Place): QuestionPage {
  const read = parseAnswer(page, answer, 'is no list of questions')
  const { items, has_more: hasMore, backoff, quota_remaining: callsLeft } = read
  const posts = items.flatMap((one) => readQuestion(one, place) ?? [])
  return {
    posts,
    ids: items.flatMap((one) => {
      const id: unknown = Object(one).question_id
      return typeof id === 'number' ? [`${id}`] : []
    }),
    leftOut: items.length - posts.length,
    hasMore: hasMore === true,
    backoffSeconds: backoff ?? null,
    callsLeft: callsLeft ?? null,
  }
}
