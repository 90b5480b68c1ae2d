import type { FileRow } from '#server/source-ports.ts'
import { splitJson } from '../dump-files/split-json.ts'
import { deepestJson, isJsonObject, isTooDeep, parseJson } from '../json-value.ts'
import { mostRowBytes, OwnFileError } from './file-lines.ts'
import { rowsIn } from './json-rows.ts'
import { isSavedError } from './saved-error.ts'

/** The maximum size of an export that is one object with all rows, because it is read as a whole. */
const mostObjectBytes = 8 * mostRowBytes

const deepest = 4

/** A text in pieces: strings, and objects with the text of a link or of bold letters. Null for other lists. */
function writePieces(list: readonly unknown[]): string | null {
  if (!list.some((one) => typeof one === 'string')) return null
  const pieces = list.map((one) => (isJsonObject(one) && typeof one.type === 'string' ? one.text : one))
  const isText = list.some(isJsonObject) && pieces.every((one) => typeof one === 'string')
  return isText ? pieces.join('') : null
}

/** A cell as text. A list of strings becomes lines. */
function writeCell(value: unknown, depth = 1): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && depth < deepest) {
    const text = writePieces(value)
    if (text !== null) return text
    return value
      .map((one) => writeCell(one, depth + 1))
      .filter(Boolean)
      .join('\n')
  }
  return isJsonObject(value) ? (writeDocument(value) ?? JSON.stringify(value)) : JSON.stringify(value)
}

/** The value in `{"label": ...}`, which wraps every value in App Store review feeds. */
function labelOf(value: Record<string, unknown>): unknown {
  const others = Object.keys(value).filter((name) => name !== 'label' && name !== 'attributes')
  return 'label' in value && others.length === 0 && !isJsonObject(value.label) ? value.label : undefined
}

const deepestDocument = 60

/** The text of a document tree, as Jira and some editors use it. Null for other objects. */
function writeDocument(value: Record<string, unknown>): string | null {
  if (value.type !== 'doc' || !Array.isArray(value.content)) return null
  const pieces: string[] = []
  const walk = (node: unknown, depth: number) => {
    if (!isJsonObject(node) || depth > deepestDocument) return
    if (typeof node.text === 'string') pieces.push(node.text)
    if (Array.isArray(node.content)) for (const inner of node.content) walk(inner, depth + 1)
    if (/^(?:paragraph|heading|listItem|codeBlock|hardBreak)$/u.test(String(node.type))) pieces.push('\n')
  }
  walk(value, 0)
  return pieces
    .join('')
    .replaceAll(/\n{2,}/gu, '\n')
    .trim()
}

/** Merges a list of objects into one object, if each has a single key and all keys differ. */
function mergedList(value: unknown): Record<string, unknown> | null {
  if (!Array.isArray(value) || !value.every(isJsonObject)) return null
  const names = value.flatMap((one) => Object.keys(one))
  const isOne =
    value.every((one) => Object.values(one).every(isJsonObject)) &&
    names.length === value.length &&
    new Set(names).size === names.length &&
    names.length > 0
  return isOne ? Object.assign({}, ...value) : null
}

/** The fields of an object; a nested field is named `outer.inner`. */
function* fieldsOf(value: Record<string, unknown>, lead = '', depth = 1): Generator<[string, string]> {
  for (const [name, given] of Object.entries(value)) {
    const inner = mergedList(given) ?? given
    if (!isJsonObject(inner)) {
      yield [`${lead}${name}`, writeCell(inner)]
      continue
    }
    const label = labelOf(inner)
    if (label !== undefined) yield [`${lead}${name}`, writeCell(label)]
    else if (depth < deepest && writeDocument(inner) === null)
      yield* fieldsOf(inner, `${lead}${name}.`, depth + 1)
    else yield [`${lead}${name}`, writeCell(inner)]
  }
}

const isStoreApp = (row: Record<string, unknown>) =>
  'im:name' in row && 'im:contentType' in row && !('im:rating' in row)

/** Kinds of messages that Slack, Discord and Telegram write themselves, such as for somebody who joins a channel. */
const noticesOfSlack =
  /^(?:(?:channel|group|mpim|huddle)_[a-z_]{1,40}|bot_(?:add|remove)|(?:un)?pinned_item|reminder_add|tombstone)$/u
const noticesOfDiscord =
  /^(?:Recipient(?:Add|Remove)|Call|Channel(?:NameChange|IconChange|PinnedMessage)|GuildMemberJoin|ThreadCreated)$/u

const isNotice = ({ type, subtype, ts, isPinned, author, actor }: Record<string, unknown>) =>
  (type === 'service' && actor !== undefined) ||
  (typeof ts === 'string' && type === 'message'
    ? noticesOfSlack.test(String(subtype))
    : isJsonObject(author) && typeof isPinned === 'boolean' && noticesOfDiscord.test(String(type)))

function readRow(line: number, row: unknown): FileRow {
  if (typeof row === 'string') return { line, cells: new Map([['text', row]]) }
  if (!isJsonObject(row)) return { line, problem: 'this is not a JSON object' }
  if (isStoreApp(row)) return { line, problem: 'this is the app itself and no review of it' }
  if (isNotice(row)) return { line, problem: 'this is a notice of the chat itself and no message' }
  if (isSavedError(row)) return { line, problem: 'this is an error message of an API, not a row' }
  return { line, cells: new Map(fieldsOf(row)) }
}

async function* buffers(chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

type Counts = { rows: number; pieces: number; tooLong: boolean }

function* readPiece(line: number, bytes: Buffer, counts: Counts): Generator<FileRow> {
  const text = bytes.toString('utf8')
  if (isTooDeep(text)) {
    counts.rows += 1
    yield { line, problem: `the JSON has lists or objects more than ${deepestJson} levels deep` }
    return
  }
  const value = parseJson(text)
  if (value === undefined) {
    counts.rows += 1
    yield { line, problem: 'this is not a JSON object' }
    return
  }
  const rows = rowsIn(value)
  if (bytes.length > mostRowBytes && rows.length === 1 && rows[0] === value) {
    counts.tooLong = true
    yield { line, problem: 'the object is longer than 1 MB' }
    return
  }
  counts.rows += rows.length
  for (const row of rows) yield readRow(line, row)
}

/** Reads consecutive objects (JSON lines), a list of objects, or a list in one object. */
export async function* readOwnJson(chunks: AsyncIterable<string>): AsyncGenerator<FileRow> {
  const counts = { rows: 0, pieces: 0, tooLong: false }
  for await (const { line, bytes, ended } of splitJson(buffers(chunks), mostObjectBytes)) {
    if (!ended) throw new OwnFileError(`The object that begins at line ${line} is incomplete.`)
    counts.pieces += 1
    if (bytes !== null) {
      yield* readPiece(line, bytes, counts)
      continue
    }
    counts.tooLong = true
    yield { line, problem: `the object is longer than ${mostObjectBytes / mostRowBytes} MB` }
  }
  if (counts.rows > 0) return
  throw new OwnFileError(
    counts.tooLong
      ? `It is one object of more than ${mostObjectBytes / mostRowBytes} MB. Upload only its list, or one object per line.`
      : counts.pieces > 0
        ? 'The list in it is empty. Export it again, with its rows.'
        : 'It contains no JSON object.',
  )
}
