import { fieldOf } from './column-names.ts'
import type { RawPost } from './raw-post.ts'

export type Place = { from: number; to: number }

/**
 * Reads a value by its bytes. Returns what the value shows about the row, as flags, or `unclear` if the row
 * has to be parsed.
 */
type ReadValue = (bytes: Buffer, from: number, to: number) => number
/**
 * `bit` is a flag that only this column sets, so that a second column of the same name in a row is noticed.
 * It is 0 if a second column would not matter.
 */
export type ColumnCheck = { bit: number; read: ReadValue }

export const unclear = -1

const codeOf = (sign: string) => sign.charCodeAt(0)
const [quote, backslash, minus, point, openList] = ['"', '\\', '-', '.', '['].map(codeOf)
const [ampersand, slash, underscore] = ['&', '/', '_'].map(codeOf)
const [d, e, f, n, r, u] = ['d', 'e', 'f', 'n', 'r', 'u'].map(codeOf)
const longestName = 50

/**
 * Flags of a row. They tell which columns that a post needs are present, whether there is a text, and whether
 * the author may be deleted.
 */
const flags = { subreddit: 1, id: 2, title: 4, created_utc: 8, text: 16, anonymous: 32 }
const needed = flags.subreddit | flags.id | flags.title | flags.created_utc
const firstBit = 64

const isDigit = (byte = 0) => byte >= 48 && byte <= 57
const isVisible = (byte = 0) => byte > 32 && byte < 127
const isWord = (byte = 0) =>
  isDigit(byte) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95
const lowerCase = (byte = 0) => byte | 32

const isNull = (bytes: Buffer, from: number, to: number) => to - from === 4 && bytes[from] === n

/** Whether a bracket here may open `[deleted]` or `[ Removed by moderator ]`. */
function mayBeBlanked(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== openList) return false
  const [first, second] = [lowerCase(bytes[at + 1]), lowerCase(bytes[at + 2])]
  return !isVisible(bytes[at + 1]) || first === backslash || ((first === d || first === r) && second === e)
}

/**
 * Whether a text starts with a plain character. If it starts with white space, an escape or a bracket, it may
 * be empty or deleted.
 */
function startsPlainly(bytes: Buffer, from: number): boolean {
  const first = bytes[from + 1]
  if (first === backslash) return bytes[from + 2] === quote
  return isVisible(first) && first !== quote && !mayBeBlanked(bytes, from + 1)
}

const isSpelled = (bytes: Buffer, from: number, word: string) => {
  for (let at = 0; at < word.length; at += 1) if (bytes[from + at] !== word.charCodeAt(at)) return false
  return true
}

/** A hash that is the same for names that differ only in case. */
const nameHash = (bytes: Buffer, from: number, to: number) => {
  let hash = 0
  for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + lowerCase(bytes[at])) | 0
  return hash
}

function readSubreddit(wanted: ReadonlySet<string>): ReadValue {
  const hashes = new Set([...wanted].map((name) => nameHash(Buffer.from(name), 0, Buffer.byteLength(name))))
  return (bytes, from, to) => {
    const length = to - from - 2
    if (bytes[from] !== quote || length < 1 || length > longestName) return unclear
    for (let at = from + 1; at < to - 1; at += 1) if (!isWord(bytes[at])) return unclear
    if (lowerCase(bytes[from + 1]) === u && bytes[from + 2] === underscore) return unclear
    return hashes.has(nameHash(bytes, from + 1, to - 1)) ? unclear : 0
  }
}

/** Accepts ids of posts; ids of comments start with `t1_`. */
const readId: ReadValue = (bytes, from, to) => {
  const length = to - from - 2
  if (bytes[from] !== quote || length < 1 || length > 100) return unclear
  for (let at = from + 1; at < to - 1; at += 1) if (!isWord(bytes[at]) && bytes[at] !== minus) return unclear
  return bytes[from + 3] === underscore ? unclear : 0
}

const readName: ReadValue = (bytes, from, to) =>
  isNull(bytes, from, to) || isSpelled(bytes, from, '"t3_') ? 0 : unclear

const readTitle: ReadValue = (bytes, from) =>
  bytes[from] === quote &&
  startsPlainly(bytes, from) &&
  bytes[from + 1] !== ampersand &&
  !isSpelled(bytes, from, '"Comment"')
    ? 0
    : unclear

/** Accepts Unix seconds of this century up to now. */
function readCreated(now: Date): ReadValue {
  const latest = now.getTime() / 1000
  return (bytes, from, to) => {
    const quoted = bytes[from] === quote ? 1 : 0
    let seconds = 0
    for (let at = from + quoted; at < to - quoted; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte === point && at === from + 10 && quoted === 0) break
      if (!isDigit(byte)) return unclear
      seconds = seconds * 10 + byte - 48
    }
    return seconds >= 1_000_000_000 && seconds <= latest ? 0 : unclear
  }
}

const readPostText: ReadValue = (bytes, from, to) => {
  if (isNull(bytes, from, to) || (bytes[from] === quote && to - from === 2)) return 0
  return bytes[from] === quote && startsPlainly(bytes, from) ? flags.text : unclear
}

/** A post of a deleted author without a text counts as deleted. */
const readAuthor: ReadValue = (bytes, from, to) => {
  if (isNull(bytes, from, to)) return 0
  if (bytes[from] !== quote) return unclear
  return isWord(bytes[from + 1]) && bytes[from + 2] !== slash ? 0 : flags.anonymous
}

const readCount: ReadValue = (bytes, from, to) => {
  if (isNull(bytes, from, to)) return 0
  for (let at = bytes[from] === minus ? from + 1 : from; at < to; at += 1)
    if (!isDigit(bytes[at])) return unclear
  return 0
}
const readComments: ReadValue = (bytes, from, to) =>
  bytes[from] === minus ? unclear : readCount(bytes, from, to)

const readOff: ReadValue = (bytes, from, to) =>
  isNull(bytes, from, to) || (to - from === 5 && bytes[from] === f) ? 0 : unclear
const readEmpty: ReadValue = (bytes, from, to) =>
  isNull(bytes, from, to) || (bytes[from] === quote && to - from === 2) ? 0 : unclear
const readMeta: ReadValue = (bytes, from, to) =>
  /was_deleted_later|\\/u.test(bytes.toString('latin1', from, to)) ? unclear : 0

/** Columns of our own exports, and of responses that wrap a post. */
const foreign = new Set(['kind', 'keyword_match', 'saved_at', 'savedAt'])

/**
 * `checkOf` returns the check for a column; null if the column has no effect. `isPost` tells whether the
 * checked columns make a post.
 */
export function columnChecks(wanted: ReadonlySet<string>, now: Date) {
  const required: Partial<Record<keyof RawPost, ColumnCheck>> = {
    subreddit: { bit: flags.subreddit, read: readSubreddit(wanted) },
    id: { bit: flags.id, read: readId },
    title: { bit: flags.title, read: readTitle },
    created_utc: { bit: flags.created_utc, read: readCreated(now) },
  }
  const read: Partial<Record<keyof RawPost, ReadValue>> = {
    name: readName,
    author: readAuthor,
    type: isNullOnly,
    _tags: isNullOnly,
    _meta: readMeta,
    removed_by_category: readEmpty,
  }
  for (const field of ['selftext', 'body', 'text'] as const) read[field] = readPostText
  for (const field of ['over_18', 'promoted', 'is_created_from_ads_ui', 'dead', 'deleted'] as const)
    read[field] = readOff
  for (const field of ['score', 'ups', 'points', 'num_points'] as const) read[field] = readCount
  for (const field of ['num_comments', 'comms_num', 'comments', 'descendants'] as const)
    read[field] = readComments
  let nextBit = firstBit
  return {
    checkOf(column: string): ColumnCheck | null {
      if (foreign.has(column) || column.includes('\\')) return { bit: 0, read: () => unclear }
      const field = fieldOf(column)
      if (field === null) return null
      const own = required[field]
      // If a column with our own name is not empty, it takes precedence over others.
      if (own !== undefined) return column === field ? own : null
      const readValue = read[field]
      if (readValue === undefined) return null
      const bit = nextBit
      nextBit = nextBit < 2 ** 29 ? nextBit * 2 : 0
      return { bit, read: readValue }
    },
    isPost: (seen: number): boolean =>
      (seen & needed) === needed && ((seen & flags.anonymous) === 0 || (seen & flags.text) !== 0),
  }
}

const isNullOnly: ReadValue = (bytes, from, to) => (isNull(bytes, from, to) ? 0 : unclear)
