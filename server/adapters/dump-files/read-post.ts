import type { Post } from '#server/ports.ts'
import type { DumpRow } from './dump-row.ts'
import { communityIn, postAddress } from './post-address.ts'
import { type RawPost, rawPost } from './raw-post.ts'
import { readableText } from './readable-text.ts'

/** Every dump we read holds posts of this source. */
const source = 'reddit'

/** What one row of a dump is: a post, one that has been deleted since, something else, or unreadable. */
export type PostRow = { line: number } & (
  | { kind: 'post'; post: Post; nsfw: boolean }
  | { kind: 'deleted'; source: string; sourceId: string }
  | { kind: 'left-out'; because: 'advertisement' | 'comment' | 'profile post' }
  | { kind: 'rejected'; reason: string }
)

/** Reads one row as a post. */
export function readPost(row: DumpRow): PostRow {
  const { line } = row
  if ('problem' in row) return { line, kind: 'rejected', reason: row.problem }
  const raw = parseRow(row.value)
  if (raw === null) return { line, kind: 'rejected', reason: 'the line is not a JSON object' }
  const sourceId = postId(raw)
  if (sourceId === null) return { line, kind: 'rejected', reason: 'the row has no id' }
  if (raw.promoted || raw.is_created_from_ads_ui) return { line, kind: 'left-out', because: 'advertisement' }
  const title = readableText(raw.title ?? '').trim()
  if (title === '' && isComment(raw)) return { line, kind: 'left-out', because: 'comment' }
  if (isDeleted(raw)) return { line, kind: 'deleted', source, sourceId }
  if (title === '') return { line, kind: 'rejected', reason: 'the row has no title' }
  const community = postCommunity(raw)
  if (isProfile(community)) return { line, kind: 'left-out', because: 'profile post' }
  const createdAt = raw.created_utc ?? raw.created_at ?? raw.createdAt ?? raw.created ?? raw.date
  if (createdAt === null) {
    return { line, kind: 'rejected', reason: 'the row has no date we can read in created_utc' }
  }
  const post = {
    source,
    sourceId,
    community,
    title,
    selftext: readableText(postText(raw)),
    url: postAddress({ permalink: raw.permalink, community, id: sourceId }),
    upvotes: raw.score ?? raw.ups,
    comments: raw.num_comments ?? raw.comments,
    createdAt,
    sample: false,
  }
  return { line, kind: 'post', post, nsfw: raw.over_18 }
}

/** What a score is made from, with the id as it stands in the file. */
export type ScorableRow = { line: number } & (
  | { kind: 'post'; id: string; post: { title: string; selftext: string; community: string } }
  | { kind: 'rejected'; reason: string }
)

/** Reads one row for scoring alone: an id is enough, and nothing is left out. */
export function readScorable(row: DumpRow): ScorableRow {
  const { line } = row
  if ('problem' in row) return { line, kind: 'rejected', reason: row.problem }
  const raw = parseRow(row.value)
  if (raw === null) return { line, kind: 'rejected', reason: 'the line is not a JSON object' }
  if (postId(raw) === null) return { line, kind: 'rejected', reason: 'the row has no id' }
  const title = readableText(raw.title ?? '').trim()
  const post = { title, selftext: readableText(postText(raw)), community: postCommunity(raw) }
  return { line, kind: 'post', id: raw.id ?? raw.name ?? '', post }
}

function parseRow(value: unknown): RawPost | null {
  const parsed = rawPost.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** The id without its type prefix; null where none can be one. */
function postId(raw: RawPost): string | null {
  const id = (raw.id ?? raw.name ?? '').trim().replace(/^t3_/u, '')
  return /^[\w-]{1,100}$/u.test(id) ? id : null
}

function postText(raw: RawPost): string {
  return raw.selftext ?? raw.body ?? raw.text ?? ''
}

function postCommunity(raw: RawPost): string {
  const named = (raw.subreddit ?? raw.community ?? '').trim().replace(/^\/?r\//u, '')
  return readableText(named === '' ? (communityIn(raw.permalink) ?? '') : named)
}

/** Posts on somebody's profile carry the author's name as their community, and we keep no author's name. */
function isProfile(community: string): boolean {
  return /^u_/iu.test(community)
}

function isComment(raw: RawPost): boolean {
  return raw.link_id !== null || raw.parent_id !== null
}

const blanked = /^\[\s*(?:deleted|removed)\b[^\]]*\]$/iu

function isDeleted(raw: RawPost): boolean {
  const selftext = postText(raw).trim()
  return (
    raw._meta.was_deleted_later ||
    (raw.removed_by_category ?? '') !== '' ||
    blanked.test(selftext) ||
    blanked.test((raw.title ?? '').trim()) ||
    (raw.author === '[deleted]' && selftext === '')
  )
}
