import type { Post } from '#server/source-ports.ts'
import { plainText, unescapeHtml } from '../hacker-news/plain-text.ts'
import { isJsonObject } from '../json-value.ts'
import { withOurNames } from './column-names.ts'
import { type DumpDates, findDate, noDates } from './dump-dates.ts'
import type { DumpRow } from './dump-row.ts'
import { type RawPost, rawPost, readableText } from './raw-post.ts'
import { readOwnExport } from './read-own-export.ts'
import { communityIn, idInAddress, postAddress, type RowSource, rowSource } from './row-source.ts'

/** The type of a row: a post, a deleted post, something else, or unreadable. */
export type PostRow = { line: number } & (
  | { kind: 'post'; post: Post; nsfw: boolean }
  | { kind: 'deleted'; source: string; sourceId: string }
  | { kind: 'left-out'; because: 'advertisement' | 'comment' | 'job' | 'profile post' | 'sample post' }
  | { kind: 'rejected'; reason: string }
)

/** A date may be in the future by this much, because clocks may be ahead. A later date is an error. */
const aheadMs = 2 * 86_400_000

type Reading = {
  /** The latest date that a post may have. */
  now?: Date
  /** How the dates of the file's columns are read. */
  dates?: DumpDates
  /** The site that the file's name implies. */
  fileSource?: RowSource
}

export function readPost(row: DumpRow, reading: Reading = {}): PostRow {
  const { now = new Date(), fileSource = null, dates = noDates } = reading
  const { line } = row
  const rejected = (reason: string): PostRow => ({ line, kind: 'rejected', reason })
  const exported = 'value' in row && isJsonObject(row.value) ? readOwnExport(row.value) : null
  if (exported !== null) {
    if ('problem' in exported) return rejected(exported.problem)
    if ('leftOut' in exported) return { line, kind: 'left-out', because: exported.leftOut }
    return { line, kind: 'post', post: exported.post, nsfw: false }
  }
  const read = readRow(row, fileSource)
  if (typeof read === 'string') return rejected(read)
  const { raw, source, id: sourceId } = read
  if (raw.promoted || raw.is_created_from_ads_ui) return { line, kind: 'left-out', because: 'advertisement' }
  const title = titleOf(raw, source)
  if (isComment(raw, title)) return { line, kind: 'left-out', because: 'comment' }
  if (isJob(raw)) return { line, kind: 'left-out', because: 'job' }
  if (source === null) return rejected(unknownSource)
  if (isDeleted(raw)) return { line, kind: 'deleted', source, sourceId }
  if (title === '') return rejected('the row has no title')
  const community = source === 'reddit' ? postCommunity(raw) : hackerNewsCommunity(title)
  // Posts on a profile have the author's name as their community, and author names are not stored.
  if (/^u_/iu.test(community)) return { line, kind: 'left-out', because: 'profile post' }
  const counts = { upvotes: upvotesOf(raw), comments: commentsOf(raw) }
  const createdAt = findDate(raw, dates, now)
  if (createdAt === null) return rejected('the row has no date we can read in created_utc')
  if (createdAt.getTime() > now.getTime() + aheadMs) return rejected('the date of the row lies in the future')
  if (Number.isNaN(counts.upvotes)) return rejected('the score of the row is no whole number')
  if (Number.isNaN(counts.comments) || (counts.comments ?? 0) < 0) {
    return rejected('the number of comments is no whole number')
  }
  const post = {
    source,
    sourceId,
    community,
    title,
    selftext: textOf(raw, source),
    url: postAddress({ source, permalink: raw.permalink ?? raw.url, community, id: sourceId }),
    ...counts,
    createdAt,
    sample: false,
  }
  return { line, kind: 'post', post, nsfw: raw.over_18 }
}

const unknownSource =
  'nothing in the row says which site it comes from: a subreddit, or an address at reddit.com or news.ycombinator.com'

const upvotesOf = (raw: RawPost) => raw.score ?? raw.ups ?? raw.points ?? raw.num_points
const commentsOf = (raw: RawPost) => raw.num_comments ?? raw.comms_num ?? raw.comments ?? raw.descendants

/** Hacker News writes HTML; all other sources write Markdown. */
function textOf(raw: RawPost, source: RowSource): string {
  if (source === 'hacker-news') return plainText(raw.story_text ?? raw.text ?? raw.body ?? '')
  return readableText(postText(raw))
}

function titleOf(raw: RawPost, source: RowSource): string {
  const title = raw.title ?? ''
  return (source === 'hacker-news' ? unescapeHtml(title) : readableText(title)).trim()
}

/** The name that Hacker News itself gives to the type of a discussion. */
function hackerNewsCommunity(title: string): string {
  if (/^ask hn\b/iu.test(title)) return 'Ask HN'
  return /^show hn\b/iu.test(title) ? 'Show HN' : 'Hacker News'
}

/** The parts of a row that are needed for its score, and the row's id in the file. */
export type ScorableRow = { line: number } & (
  | { kind: 'post'; id: string; post: { title: string; selftext: string; community: string } }
  | { kind: 'rejected'; reason: string }
)

/** Reads a row only to score it: an id is sufficient, and nothing is skipped. */
export function readScorable(row: DumpRow): ScorableRow {
  const { line } = row
  const read = readRow(row, null)
  if (typeof read === 'string') return { line, kind: 'rejected', reason: read }
  const { raw, id } = read
  const title = readableText(raw.title ?? '').trim()
  const post = { title, selftext: readableText(postText(raw)), community: postCommunity(raw) }
  return { line, kind: 'post', id: raw.id ?? raw.name ?? id, post }
}

/** The source and id of a row, or the reason why the row is rejected. */
function readRow(row: DumpRow, fileSource: RowSource) {
  if ('problem' in row) return row.problem
  const columns = typeof row.value === 'object' && row.value !== null ? withOurNames(row.value) : null
  const raw = rawPost.safeParse(columns).data
  if (columns === null || raw === undefined) return 'the line is not a JSON object'
  const source = rowSource(raw, columns, fileSource)
  const id = postId(raw, source)
  return id === null ? 'the row has no id' : { raw, source, id }
}

/** The id without its type prefix, or the one in the URL; null if neither is valid. */
function postId(raw: RawPost, source: RowSource): string | null {
  const shape = source === 'hacker-news' ? /^\d{1,12}$/u : /^[\w-]{1,100}$/u
  const named = (raw.id ?? raw.objectID ?? raw.name ?? '').trim().replace(/^t3_/u, '')
  const linked = idInAddress(raw.permalink)
  // In many tables the column `id` has row numbers.
  const isCounter = linked !== null && /^\d{1,7}$/u.test(named)
  const ids = [isCounter ? linked : named, linked, idInAddress(raw.url)]
  return ids.find((id) => id !== null && shape.test(id)) ?? null
}

/** Some tables have two text columns, one of which is empty. */
function postText({ selftext, body, text }: RawPost): string {
  const texts = [selftext, body, text].filter((one) => one !== null)
  return texts.find((one) => one.trim() !== '') ?? texts[0] ?? ''
}

function postCommunity(raw: RawPost): string {
  const named = (raw.subreddit ?? raw.community ?? '').trim().replace(/^\/?r\//u, '')
  return readableText(named === '' ? (communityIn(raw.permalink) ?? communityIn(raw.url) ?? '') : named)
}

/**
 * Comments have a parent and no title. In one common export, all comments have the title "Comment" and no
 * URL.
 */
function isComment(raw: RawPost, title: string): boolean {
  if (raw.type === 'comment' || raw.type === 'pollopt' || raw._tags.includes('comment')) return true
  if ([raw.id, raw.name].some((name) => name?.startsWith('t1_') === true)) return true
  if (title === '') return raw.link_id !== null || raw.parent_id !== null
  // Exports write "nan" for an empty value.
  return title === 'Comment' && ![raw.permalink, raw.url].some((at) => /^(?:https?:\/)?\//iu.test(at ?? ''))
}

/** Job advertisements of companies, which Hacker News lists with the stories. */
const isJob = (raw: RawPost) => raw.type === 'job' || raw._tags.includes('job')

const blanked = /^\[\s*(?:deleted|removed)\b[^\]]*\]$/iu

function isDeleted(raw: RawPost): boolean {
  const selftext = postText(raw).trim()
  return (
    raw.dead ||
    raw.deleted ||
    raw._meta.was_deleted_later ||
    (raw.removed_by_category ?? '') !== '' ||
    blanked.test(selftext) ||
    blanked.test((raw.title ?? '').trim()) ||
    (/^(?:u\/)?\[deleted\]$/u.test(raw.author ?? '') && selftext === '')
  )
}
