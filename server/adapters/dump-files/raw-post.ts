import * as z from 'zod/mini'
import { readDateCell } from '../instants/read-instant.ts'

const escapes: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", '#x27': "'" }

/**
 * The original text. The source's HTML entities are decoded once, then Markdown's literal `&nbsp;` and
 * `&#x200B;` are removed. Characters that PostgreSQL cannot store (NUL, lone surrogates) are replaced by
 * U+FFFD, so that the length of the text stays the same.
 */
export function readableText(text: string): string {
  const storable = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
  const wellFormed = storable.toWellFormed()
  if (!wellFormed.includes('&')) return wellFormed
  return wellFormed
    .replace(/&(lt|gt|amp|quot|#39|#x27);/gu, (whole, name: string) => escapes[name] ?? whole)
    .replace(/&nbsp;/gu, ' ')
    .replace(/&#x200B;/giu, '')
}

const largestCount = 2_147_483_647

/** Empty values as tables of Python and R write them. */
const nothing = /^(?:nan|none|null|n\/a|<na>)$/iu
const dash = /^[-–—]$/u

/** Whether a cell is empty. */
export const saysNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' &&
    (value.trim() === '' || nothing.test(value.trim()) || dash.test(value.trim())))

/** A string. A number becomes its digits; any other type becomes null. */
function readText(value: unknown): string | null {
  if (typeof value === 'string') return value.length <= 4 && nothing.test(value) ? null : value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** `1,204`, `1.204`, `1 204` and `1'204` are read as whole numbers, because a count has no fraction. */
const inGroups =
  /^[-+]?\d{1,3}(?:(?:,\d{3}){1,4}|(?:\.\d{3}){1,4}|(?:['’]\d{3}){1,4}|(?:[ \u00A0\u202F]\d{3}){1,4})$/u
const inThousands = /^([-+]?\d{1,6})(?:[.,](\d{1,3}))? ?([km])$/iu

/** Parses a count in a cell: digits, with or without group separators, or `1.2k`. */
function countIn(cell: string): number {
  const text = cell.trim().replace(/^\u2212/u, '-')
  if (inGroups.test(text)) return Number(text.replaceAll(/[^\d+-]/gu, ''))
  const [, whole, part = '0', unit] = inThousands.exec(text) ?? []
  if (whole === undefined) return Number(text)
  return Math.round(Number(`${whole}.${part}`) * (/k/iu.test(unit ?? '') ? 1000 : 1_000_000))
}

/**
 * Reads an integer such as 12, 12.0, "12", "1,200" or "1.2k". The result is null for an empty, non-numeric or
 * too large value, and NaN for a fraction.
 */
export function readCount(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const count = typeof value === 'string' ? countIn(value) : value
  if (!Number.isFinite(count) || Math.abs(count) > largestCount) return null
  return Number.isInteger(count) ? count : Number.NaN
}

/** Dumps write true; CSV exports write "True" or "1". */
function readFlag(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^\s*(true|1|yes)\s*$/iu.test(value))
}

const cell = <T>(read: (value: unknown) => T) => z.pipe(z._default(z.unknown(), null), z.transform(read))
const text = cell(readText)
/** Exports write this for a missing title. */
const titleText = cell((value) => (typeof value === 'string' ? value : readText(value)))
const count = cell(readCount)
const flag = cell(readFlag)
const instant = cell(readDateCell)
/** Tables write a list of tags into one cell. */
const tags = cell((value) => {
  const listed = typeof value === 'string' ? value.split(/[\s,;|"'[\]]+/u) : value
  return Array.isArray(listed) ? listed.filter((tag) => typeof tag === 'string' && tag !== '') : []
})
const meta = z.catch(z.object({ was_deleted_later: flag }), { was_deleted_later: false })

/**
 * A row of a dump, converted to the same format for dumps of all years. A field that is missing, null or of
 * an unexpected type is null (or false); a fractional count is NaN. The usual name of a field comes first,
 * then its other names.
 */
export const rawPost = z.object({
  id: text,
  name: text,
  subreddit: text,
  community: text,
  title: titleText,
  selftext: text,
  body: text,
  text,
  permalink: text,
  url: text,
  score: count,
  ups: count,
  num_comments: count,
  comms_num: count,
  comments: count,
  created_utc: instant,
  created_at: instant,
  createdAt: instant,
  created: instant,
  date: instant,
  over_18: flag,
  promoted: flag,
  is_created_from_ads_ui: flag,
  author: text,
  removed_by_category: text,
  link_id: text,
  parent_id: text,
  _meta: meta,
  /** The field names of Hacker News in Algolia, in BigQuery and in the site's own API. */
  objectID: text,
  type: text,
  story_text: text,
  points: count,
  num_points: count,
  descendants: count,
  created_at_i: instant,
  time: instant,
  timestamp: instant,
  _tags: tags,
  dead: flag,
  deleted: flag,
})
export type RawPost = z.infer<typeof rawPost>
