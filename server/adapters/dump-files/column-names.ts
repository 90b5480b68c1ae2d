import { type RawPost, rawPost } from './raw-post.ts'

type Field = keyof RawPost

/** Other names of our fields in exports and data sets. Case, spaces and punctuation are ignored. */
const otherNames: Partial<Record<Field, string>> = {
  id: 'post_id postid submission_id thread_id reddit_id fullname story_id item_id hn_id',
  title: 'post_title submission_title thread_title headline post_name',
  subreddit:
    'subreddit_name subreddit_name_prefixed sub_reddit community_name parsed_community_name sub forum',
  body: 'content post_content post_text post_body text_content self_text submission_text body_text',
  permalink: 'link full_link post_link permalink_url post_permalink comments_url discussion_url',
  url: 'post_url thread_url submission_url link_url reddit_url',
  score: 'upvotes up_votes upvote_count num_upvotes number_of_upvotes votes post_score karma',
  num_comments:
    'comment_count comments_count comments_num number_of_comments num_of_comments no_of_comments n_comments total_comments n_replies num_replies reply_count',
  created:
    'created_time created_date creation_date date_created created_datetime created_on post_date posted_at posted_on published_at publish_date published datetime date_time timestamp_utc utc_datetime_str time_ts time_iso iso_time created_iso epoch unix_time created_unix created_at_utc created_timestamp posted post_time',
  over_18: 'nsfw is_nsfw over_18_content adult',
  author: 'author_name username user_name by',
}

const nameKey = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()

const fields = Object.keys(rawPost.shape) as Field[]
const byName = new Map<string, Field>(fields.map((field) => [field, field]))
const byLowerCaseName = new Map<string, Field>()
for (const field of fields)
  if (!byLowerCaseName.has(nameKey(field))) byLowerCaseName.set(nameKey(field), field)
for (const field of fields) {
  for (const name of otherNames[field]?.split(' ') ?? []) byLowerCaseName.set(nameKey(name), field)
}

/** The fields of at most this many column names are cached. Most files have few columns. */
const mostKnown = 5000
const known = new Map<string, Field | null>()

export function fieldOf(column: string): Field | null {
  const found = known.get(column)
  if (found !== undefined) return found
  const field = byName.get(column) ?? byLowerCaseName.get(nameKey(column)) ?? null
  if (known.size < mostKnown) known.set(column, field)
  return field
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/**
 * The row with our field names. If several columns mean the same field, the column with our own name takes
 * precedence.
 */
export function withOurNames(row: object): object {
  const given = row as Readonly<Record<string, unknown>>
  const added: Record<string, unknown> = {}
  for (const name of Object.keys(given)) {
    const field = fieldOf(name)
    if (field === null || field === name || !isBlank(given[field])) continue
    if (isBlank(added[field])) added[field] = given[name]
  }
  return Object.keys(added).length === 0 ? row : { ...row, ...added }
}

/** The required columns. The header needs one name of each group. */
export type NeededColumns = readonly (readonly string[])[]

const idColumns = ['id', 'name', 'objectID', 'permalink', 'url']
const dateColumns = 'created_utc created_at createdAt created_at_i created date time timestamp'.split(' ')

export const importColumns: NeededColumns = [idColumns, ['title'], dateColumns]
export const scoreColumns: NeededColumns = [idColumns, ['title', 'selftext', 'body', 'text']]

export function missingColumns(header: readonly string[], needed: NeededColumns): string | null {
  const fields = new Set<string | null>(header.map(fieldOf))
  const missing = needed.filter((names) => !names.some((name) => fields.has(name)))
  if (missing.length === 0) return null
  const list = missing.map((names) =>
    names.length === 1 ? `${names[0]}` : `${names[0]} (or ${names.slice(1).join(', ')})`,
  )
  const found = header.filter((name) => name !== '').slice(0, 20)
  return `has no column ${list.join(', no column ')}; its columns are: ${found.join(', ') || 'none'}.`
}
