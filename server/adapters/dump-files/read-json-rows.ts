import { isUtf8 } from 'node:buffer'
import { tableRows } from '../json-tables.ts'
import { isJsonObject, parseJson, plainValue } from '../json-value.ts'
import { keyedObjects } from '../keyed-objects.ts'
import { DumpError, type DumpRow, maxRowBytes } from './dump-row.ts'
import type { LineFilter } from './other-communities.ts'
import { type JsonPiece, splitJson } from './split-json.ts'

/** The messages for JSON that cannot be read. */
type Problems = { tooLong: string; notUtf8: string; notJson: string }

/** The rows in a piece of JSON; none if the piece is blank. */
function readPiece({ line, bytes }: JsonPiece, problems: Problems): DumpRow[] {
  if (bytes === null) return [{ line, problem: problems.tooLong }]
  if (!isUtf8(bytes)) return [{ line, problem: problems.notUtf8 }]
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trim()
  if (text === '') return []
  const value = parseJson(text)
  if (value === undefined) return [{ line, problem: problems.notJson }]
  // Only values of databases have a `$` in a name, such as `{"$date": ...}`.
  const read = text.includes('"$') ? withPlainValues : (row: unknown) => row
  return rowsIn(value).map((row) => ({ line, value: read(row) }))
}

const withPlainValues = (row: unknown): unknown =>
  isJsonObject(row)
    ? Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]))
    : row

/** Leaves out lines before they are parsed, and counts them. */
export type LeftOutLines = { isLeftOut: LineFilter; onLeftOut: () => void }

/** Reads one JSON object per line; blank lines are skipped. Throws if the last line is cut off. */
export async function* readJsonLines(
  chunks: AsyncIterable<Buffer>,
  name: string,
  skipped: LeftOutLines | null = null,
): AsyncGenerator<DumpRow> {
  for await (const piece of splitLines(chunks, skipped)) {
    const rows = readPiece(piece, {
      tooLong: `the line is longer than ${maxRowBytes / 1024 / 1024} MB`,
      notUtf8: 'the line is not UTF-8 text; save the file as UTF-8, or name what it is with --encoding',
      notJson: piece.ended ? 'the line is not JSON' : 'the last line is cut off: it is not JSON',
    })
    yield* rows
    if (!piece.ended && rows.some((row) => 'problem' in row)) {
      throw new DumpError(`${name} is cut off: its last line, ${piece.line}, is incomplete.`)
    }
  }
}

const newline = 10

/** Splits bytes at newlines, and so never within a character. Buffers at most one line and one chunk. */
async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  skipped: LeftOutLines | null,
): AsyncGenerator<JsonPiece> {
  let line = 1
  let pieces: Buffer[] = []
  let length = 0
  const add = (piece: Buffer) => {
    length += piece.length
    if (length > maxRowBytes) pieces = []
    else if (piece.length > 0) pieces.push(piece)
  }
  const take = (ended: boolean): JsonPiece => {
    const bytes = length > maxRowBytes ? null : joined(pieces)
    pieces = []
    length = 0
    return { line: line++, bytes, ended }
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const isWhole = length === 0 && at - from <= maxRowBytes
      if (isWhole && skipped?.isLeftOut(chunk, from, at) === true) {
        line += 1
        skipped.onLeftOut()
      } else {
        add(chunk.subarray(from, at))
        yield take(true)
      }
      from = at + 1
    }
    add(chunk.subarray(from))
  }
  if (length > 0) yield take(false)
}

function joined(pieces: Buffer[]): Buffer {
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)
}

/**
 * The maximum size of one value with many rows, such as an API response. Such a value is in memory as a
 * whole.
 */
const mostValueBytes = 64 * 1024 * 1024

const valueProblems = {
  tooLong: `what begins here is longer than ${mostValueBytes / 1024 / 1024} MB`,
  notUtf8: 'the JSON that begins here is not UTF-8 text; name what it is with --encoding',
  notJson: 'what begins here is not JSON',
}

/** Reads the objects of a JSON array, or of JSON over several lines. Throws if the JSON is cut off. */
export async function* readJsonValues(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<DumpRow> {
  for await (const piece of splitJson(chunks, mostValueBytes)) {
    if (piece.ended) yield* readPiece(piece, valueProblems)
    else {
      yield { line: piece.line, problem: 'the JSON that begins here is cut off' }
      throw new DumpError(`${name} is cut off: what begins at line ${piece.line} has no end.`)
    }
  }
}

/**
 * The keys under which responses of Reddit, Algolia, Pushshift, Arctic Shift and scrapers contain their
 * posts.
 */
const listNames = ['children', 'hits', 'data', 'posts', 'submissions', 'items', 'results', 'rows'] as const

export const beginsLikeAnswer =
  /^\{\s*"(?:kind"\s*:\s*"Listing"|(?:hits|data|posts|submissions|items|results|rows)"\s*:\s*[[{])/u

/** The list in a wrapper. Unlike a post, a wrapper has neither a title nor an id. */
function wrappedList(value: Record<string, unknown>): unknown[] | null {
  if ('title' in value || 'id' in value || 'objectID' in value) return null
  for (const name of listNames) {
    const inside = value[name]
    if (Array.isArray(inside)) return inside
    if ((name === 'data' || name === 'hits') && isJsonObject(inside)) return wrappedList(inside)
  }
  return null
}

const isPost = ({ id, title }: Record<string, unknown>) => typeof id === 'string' || typeof title === 'string'

/** The post in a search hit of Elasticsearch, or in a row of a viewer of datasets. Null for other objects. */
function wrappedRow({ _source, _index, row, row_idx }: Record<string, unknown>): unknown {
  if (_index !== undefined && isJsonObject(_source)) return _source
  return row_idx !== undefined && isJsonObject(row) ? row : null
}

/**
 * The rows in a JSON value. If the value is a list or a response, these are the rows in it; otherwise, the
 * row is the value itself.
 */
function rowsIn(value: unknown, depth = 0): unknown[] {
  if (depth > 6) return [value]
  const inside = (values: readonly unknown[]) => values.flatMap((one) => rowsIn(one, depth + 1))
  if (Array.isArray(value)) return inside(value)
  if (!isJsonObject(value)) return [value]
  // Reddit's kinds: t3 is a post, t1 a comment, and `more` a placeholder for further comments.
  if (value.kind === 'more') return []
  if (typeof value.kind === 'string' && /^t\d$/u.test(value.kind) && isJsonObject(value.data))
    return [value.data]
  const row = wrappedRow(value)
  if (row !== null) return [row]
  const list = isPost(value) ? null : (tableRows(value) ?? wrappedList(value) ?? keyedObjects(value))
  return list === null ? [value] : inside(list)
}
