import * as z from 'zod/mini'
import type { Post } from '#server/ports.ts'
import { titleText } from '../html-text/html-to-text.ts'
import { storableText } from '../html-text/storable-text.ts'
import { count, flag, instantOf, parseAnswer, text } from '../source-calls/reply-fields.ts'

const issue = z.object({
  number: z.int().check(z.gte(1)),
  title: z.string(),
  body: text,
  comments: count,
  created_at: instantOf(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u),
  reactions: z.catch(z.nullish(z.object({ '+1': count })), null),
  user: z.catch(z.nullish(z.object({ type: text })), null),
  /** There only where it is a pull request. */
  pull_request: z.optional(z.unknown()),
})

const list = z.array(z.unknown())
const found = z.object({ total_count: count, items: list })
const repository = z.object({ private: z.boolean(), has_issues: flag })

export type IssuePlace = { source: string; url: string; community: string }
export type IssuePage = { posts: Post[]; leftOut: number; read: number }

const parse = <S extends z.ZodMiniType>(schema: S, answer: unknown) =>
  parseAnswer(schema, answer, 'is not of GitHub')

/** Forms of issues hold comments that nobody sees. */
const plain = (written: string) =>
  storableText(written.replaceAll('\r\n', '\n').replace(/<!--[\s\S]*?(?:-->|$)/gu, '')).trim()

/** Null for pull requests, for what programs write, and for what cannot be read. */
function readIssue(value: unknown, { source, url, community }: IssuePlace): Post | null {
  const read = issue.safeParse(value).data
  if (read === undefined || read.pull_request !== undefined || read.user?.type === 'Bot') return null
  const title = titleText(read.title)
  if (title === '') return null
  return {
    source,
    sourceId: `${read.number}`,
    community,
    title,
    selftext: plain(read.body ?? ''),
    url: `${url}/issues/${read.number}`,
    upvotes: read.reactions?.['+1'] ?? null,
    comments: read.comments ?? null,
    createdAt: read.created_at,
    sample: false,
  }
}

function readAll(values: readonly unknown[], place: IssuePlace): IssuePage {
  const posts = values.flatMap((value) => readIssue(value, place) ?? [])
  return { posts, leftOut: values.length - posts.length, read: values.length }
}

export function readIssueList(answer: unknown, place: IssuePlace): IssuePage {
  return readAll(parse(list, answer), place)
}

export function readFoundIssues(answer: unknown, place: IssuePlace): IssuePage & { total: number } {
  const { items, total_count: total } = parse(found, answer)
  return { ...readAll(items, place), total: total ?? 0 }
}

export const isPublicRepository = (answer: unknown) => !parse(repository, answer).private
