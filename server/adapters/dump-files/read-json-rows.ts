import { isUtf8 } from 'node:buffer'
import { isJsonObject, parseJson } from '../json-value.ts'
import { DumpError, type DumpRow, maxRowBytes } from './dump-row.ts'
import { type JsonPiece, splitJson } from './split-json.ts'

/** Reads one JSON object a line; blank lines are passed over. Throws when the last line is cut off. */
export async function* readJsonLines(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<DumpRow> {
  for await (const line of splitLines(chunks, maxRowBytes)) {
    const row = readLine(line)
    if (row === null) continue
    if ('value' in row) for (const value of rowsIn(row.value)) yield { line: row.line, value }
    else yield row
    if (!line.ended && 'problem' in row) {
      throw new DumpError('cut-off', `${name} is cut off: its last line, ${line.number}, is not whole.`)
    }
  }
}

const notUtf8 = 'the line is not UTF-8 text; save the file as UTF-8, or name what it is with --encoding'

function readLine({ number, bytes, ended }: Line): DumpRow | null {
  if (bytes === null) {
    return { line: number, problem: `the line is longer than ${maxRowBytes / 1024 / 1024} MB` }
  }
  if (!isUtf8(bytes)) return { line: number, problem: notUtf8 }
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trim()
  if (text === '') return null
  const value = parseJson(text)
  if (value !== undefined) return { line: number, value }
  return {
    line: number,
    problem: ended ? 'the line is not JSON' : 'the last line is cut off: it is not JSON',
  }
}

const newline = 10

/** One line of a file. `bytes` is null when the line was longer than the bound: it was skipped. */
type Line = { number: number; bytes: Buffer | null; ended: boolean }

/** Splits bytes at newlines, so that no character is ever cut; never holds more than one line and one chunk. */
async function* splitLines(chunks: AsyncIterable<Buffer>, maxLineBytes: number): AsyncGenerator<Line> {
  let number = 1
  let pieces: Buffer[] = []
  let length = 0
  const add = (piece: Buffer) => {
    length += piece.length
    if (length > maxLineBytes) pieces = []
    else if (piece.length > 0) pieces.push(piece)
  }
  const take = (ended: boolean): Line => {
    const bytes = length > maxLineBytes ? null : joined(pieces)
    pieces = []
    length = 0
    return { number: number++, bytes, ended }
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, at))
      yield take(true)
      from = at + 1
    }
    add(chunk.subarray(from))
  }
  if (length > 0) yield take(false)
}

function joined(pieces: Buffer[]): Buffer {
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)
}

/** Of one value that holds many rows, as an answer of an interface does; it is held in memory whole. */
const mostValueBytes = 64 * 1024 * 1024

/** Reads the objects of JSON that is an array, or that is written over several lines. Throws when it is cut off. */
export async function* readJsonValues(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<DumpRow> {
  for await (const piece of splitJson(chunks, mostValueBytes)) {
    if (piece.ended) yield* readPiece(piece)
    else {
      yield { line: piece.line, problem: 'the JSON that begins here is cut off' }
      throw new DumpError('cut-off', `${name} is cut off: what begins at line ${piece.line} has no end.`)
    }
  }
}

function* readPiece({ line, bytes }: JsonPiece): Generator<DumpRow> {
  if (bytes === null) {
    yield { line, problem: `what begins here is longer than ${mostValueBytes / 1024 / 1024} MB` }
    return
  }
  if (!isUtf8(bytes)) {
    yield { line, problem: 'the JSON that begins here is not UTF-8 text; name what it is with --encoding' }
    return
  }
  const value = parseJson(bytes.toString('utf8'))
  if (value === undefined) yield { line, problem: 'what begins here is not JSON' }
  else for (const row of rowsIn(value)) yield { line, value: row }
}

/** Under these names answers of interfaces hold their posts: Reddit, Algolia, Pushshift, Arctic Shift, scrapers. */
const listNames = ['children', 'hits', 'data', 'posts', 'submissions', 'items', 'results'] as const

export const beginsLikeAnswer =
  /^\{\s*"(?:kind"\s*:\s*"Listing"|(?:hits|data|posts|submissions|items|results)"\s*:\s*[[{])/u

/** A post of its own has a title or an id; what wraps many has neither. */
function wrappedList(value: Record<string, unknown>): unknown[] | null {
  if ('title' in value || 'id' in value || 'objectID' in value) return null
  for (const name of listNames) {
    const inside = value[name]
    if (Array.isArray(inside)) return inside
    if (name === 'data' && isJsonObject(inside)) return wrappedList(inside)
  }
  return null
}

/** The rows in a JSON value: of lists and answers what they hold, however often packed; else the value itself. */
function rowsIn(value: unknown, depth = 0): unknown[] {
  if (depth > 6) return [value]
  const inside = (values: readonly unknown[]) => values.flatMap((one) => rowsIn(one, depth + 1))
  if (Array.isArray(value)) return inside(value)
  if (!isJsonObject(value)) return [value]
  // Reddit's things: t3 a post, t1 a comment, more a note that there are more comments.
  if (value.kind === 'more') return []
  if (typeof value.kind === 'string' && /^t\d$/u.test(value.kind) && isJsonObject(value.data))
    return [value.data]
  const list = wrappedList(value)
  return list === null ? [value] : inside(list)
}
