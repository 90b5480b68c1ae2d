import { constants, createReadStream } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { findForeignFile } from '#contract/foreign-file.ts'
import { missingColumns, type NeededColumns } from './column-names.ts'
import { DumpError, type DumpRow, printable } from './dump-row.ts'
import type { LineFilter } from './other-communities.ts'
import { headerOf, readCsvRows } from './read-csv-rows.ts'
import { beginsLikeAnswer, type LeftOutLines, readJsonLines, readJsonValues } from './read-json-rows.ts'
import { peekBytes, requireUtf8, unpackText } from './unpack-text.ts'

/** An opened file of posts. */
export type Dump = Awaited<ReturnType<typeof openDump>>

/** `encoding` is used for text without a byte order mark; if omitted, the text has to be UTF-8. */
type DumpInput = {
  path: string
  stdin: Readable
  needed: NeededColumns
  encoding?: string | null
  signal?: AbortSignal
  /** Recognises JSON lines that are left out before they are parsed. */
  isLeftOut?: LineFilter | null
}

const firstLineBytes = 64 * 1024

/** Opens a dump by path, or standard input as "-". Throws DumpError if there is nothing to read. */
export async function openDump({
  path,
  stdin,
  needed,
  encoding = null,
  signal,
  isLeftOut = null,
}: DumpInput) {
  const name = path === '-' ? 'standard input' : printable(basename(path))
  const sizeBytes = path === '-' ? null : await requireReadable(path)
  let bytesRead = 0
  let leftOut = 0
  const leftOutLines = (onLeftOut: () => void) => isLeftOut && { isLeftOut, onLeftOut }
  async function* bytesOf(onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
    const input = path === '-' ? stdin : createReadStream(path, { highWaterMark: 256 * 1024 })
    const stop = () => input.destroy()
    signal?.addEventListener('abort', stop, { once: true })
    try {
      for await (const chunk of input) {
        const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
        onRead(bytes.length)
        yield bytes
      }
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }
  return {
    /** The name of the file as displayed: without folders, or "standard input". */
    name,
    /** Null for standard input. */
    sizeBytes,
    /** The number of bytes that were read from the file so far, before they are unpacked. */
    bytesRead: () => bytesRead,
    /** The number of lines that were left out so far without being parsed. */
    leftOutLines: () => leftOut,
    rows: (): AsyncIterable<DumpRow> =>
      readRows(
        bytesOf((bytes) => {
          bytesRead += bytes
        }),
        name,
        { needed, encoding, leftOut: leftOutLines(() => (leftOut += 1)) },
      ),
    /** Reads all rows of the file a second time. Null for a pipe. */
    again:
      sizeBytes === null
        ? null
        : (): AsyncIterable<DumpRow> =>
            readRows(
              bytesOf(() => {}),
              name,
              { needed, encoding, leftOut: leftOutLines(() => {}) },
            ),
  }
}

/** The file's size; null for a pipe. */
async function requireReadable(path: string): Promise<number | null> {
  const stats = await stat(path).catch((error: unknown) => refuse(path, error))
  if (stats.isDirectory()) throw new DumpError(`${path} is a folder. Name the files in it.`)
  await access(path, constants.R_OK).catch((error: unknown) => refuse(path, error))
  return stats.isFile() ? stats.size : null
}

function refuse(path: string, error: unknown): never {
  throw new DumpError(`${path} cannot be opened: ${reasonOf(error)}.`, error)
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES') return 'this user may not read it'
  return error instanceof Error ? error.message : String(error)
}

type Reading = { encoding: string | null; leftOut: LeftOutLines | null }

async function* readRows(
  packed: AsyncIterable<Buffer>,
  name: string,
  { needed, encoding, leftOut }: Pick<DumpInput, 'needed'> & Reading,
): AsyncGenerator<DumpRow> {
  const { head, chunks } = await peekBytes(await unpackText(packed, name, encoding), hasFirstLine)
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trimStart()
  if (text.trim() === '') throw new DumpError(`${name} is empty.`)
  const foreign = findForeignFile(text)
  if (foreign !== null) throw new DumpError(`${name} is ${foreign.what}. ${foreign.advice}`)
  if (isJsonDocument(text)) yield* readJsonValues(chunks, name)
  else
    yield* isJsonLines(text, name, needed)
      ? readJsonLines(chunks, name, leftOut)
      : readCsvRows(requireUtf8(chunks, name), { name, head, needed })
}

/** Whether a text is an array, an object over several lines, or a response with many posts. */
function isJsonDocument(text: string): boolean {
  if (text.startsWith('[') || beginsLikeAnswer.test(text)) return true
  return /^\{\s*\n|^\{[^\n]*[,{[]\s*\n/u.test(text)
}

/** The content decides about the format. The name of the file decides only if the content is ambiguous. */
function isJsonLines(text: string, name: string, needed: NeededColumns): boolean {
  if (text.startsWith('{')) return true
  if (missingColumns(headerOf(text), needed) === null) return false
  return /\.(ndjson|jsonl|json)(\.|$)/iu.test(name) || /^[^\S\n\r\u2028\u2029]*\{"/mu.test(text)
}

function hasFirstLine(head: Buffer): boolean {
  const text = head.toString('latin1')
  return head.length >= firstLineBytes || /\S/u.test(text.slice(0, text.lastIndexOf('\n') + 1))
}
