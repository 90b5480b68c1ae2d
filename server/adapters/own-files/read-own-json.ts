import { isUtf8 } from 'node:buffer'
import type { FileRow } from '#server/source-ports.ts'
import { splitJson } from '../dump-files/split-json.ts'
import { deepestJson, isJsonObject, isTooDeep, parseJson } from '../json-value.ts'
import { mostRowBytes, OwnFileError } from './file-lines.ts'
import { cellsIn } from './json-cells.ts'
import { rowsIn } from './json-rows.ts'
import { isSavedError } from './saved-error.ts'
import { type Roles, rolesIn } from './ticket-messages.ts'

/** The maximum size of an export that is one object with all rows, because it is read as a whole. */
const mostObjectBytes = 8 * mostRowBytes

const isStoreApp = (row: Record<string, unknown>) =>
  'im:name' in row && 'im:contentType' in row && !('im:rating' in row)

/** Kinds of messages that Slack, Discord and Telegram write themselves, for example when somebody joins. */
const noticesOfSlack =
  /^(?:(?:channel|group|mpim|huddle)_[a-z_]{1,40}|bot_(?:add|remove)|(?:un)?pinned_item|reminder_add|tombstone)$/u
const noticesOfDiscord =
  /^(?:Recipient(?:Add|Remove)|Call|Channel(?:NameChange|IconChange|PinnedMessage)|GuildMemberJoin|ThreadCreated)$/u

const isNotice = ({ type, subtype, ts, isPinned, author, actor }: Record<string, unknown>) =>
  (type === 'service' && actor !== undefined) ||
  (typeof ts === 'string' && type === 'message'
    ? noticesOfSlack.test(String(subtype))
    : isJsonObject(author) && typeof isPinned === 'boolean' && noticesOfDiscord.test(String(type)))

/** Decodes a text whose characters are the bytes of UTF-8. */
function decodedAgain(text: string): string {
  if (!/[\u0080-\u00ff]/u.test(text) || /[^\0-\u00ff]/u.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : text
}

/** The exports of Facebook and Instagram write every byte of UTF-8 as a character. */
function repaired(row: Record<string, unknown>): Record<string, unknown> {
  if (!('sender_name' in row && 'timestamp_ms' in row)) return row
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? decodedAgain(value) : value,
    ]),
  )
}

function readRow(line: number, row: unknown, roles: Roles): FileRow {
  if (typeof row === 'string') return { line, cells: new Map([['text', row]]) }
  if (!isJsonObject(row)) return { line, problem: 'this is not a JSON object' }
  if (isStoreApp(row)) return { line, problem: 'this is the app itself and no review of it' }
  if (isNotice(row)) return { line, problem: 'this is a notice of the chat itself and no message' }
  if (isSavedError(row)) return { line, problem: 'this is an error message of an API, not a row' }
  return { line, ...cellsIn(repaired(row), roles) }
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
  const roles = rolesIn(value)
  for (const row of rows) yield readRow(line, row, roles)
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
