import { isUtf8 } from 'node:buffer'
import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { type ForeignFile, findForeignFile } from '#contract/foreign-file.ts'
import { drainTransform } from './drain-transform.ts'
import { DumpError } from './dump-row.ts'

type Decoder = Transform & { bytesWritten: number }

const openZstd = () =>
  zlib.createZstdDecompress({ chunkSize: 256 * 1024, params: { [zlib.constants.ZSTD_d_windowLogMax]: 31 } })

/** Magic bytes of types of files. Each type has a decompressor, or the reason why it is refused. */
const signatures: readonly (readonly [readonly number[], (() => Decoder) | string])[] = [
  [[0x28, 0xb5, 0x2f, 0xfd], openZstd],
  [[0x1f, 0x8b], () => zlib.createGunzip({ chunkSize: 256 * 1024 })],
  [[0x50, 0x4b, 0x03, 0x04], 'a zip archive: unpack it first'],
  [[0xfd, 0x37, 0x7a, 0x58], 'an xz file: unpack it first (xz -dc FILE)'],
  [[0x42, 0x5a, 0x68], 'a bzip2 file: unpack it first (bzip2 -dc FILE)'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file: convert it to CSV or JSON lines first'],
]
const signatureBytes = 4

/**
 * Some tools that split zstd into blocks first write a frame without content. It starts with 0x184D2A50 to
 * 0x184D2A5F.
 */
const isSkippableFrame = (head: Buffer) =>
  head.length >= signatureBytes && (head.readUInt32LE(0) & 0xfffffff0) === 0x184d2a50

/**
 * Workbooks and documents are zip archives. Only the names of the files inside show which of them a file is.
 */
const zipBytes = 64 * 1024
const isKnown = (head: Buffer) =>
  head.length >= signatureBytes && (head.length >= zipBytes || head.readUInt32LE(0) !== 0x04034b50)

function findOffice(head: Buffer): ForeignFile | null {
  const found =
    head.subarray(0, 2).toString('latin1') === 'PK' ? findForeignFile(head.toString('latin1')) : null
  return found?.what === 'a zip archive' ? null : found
}

function findDecoder(head: Buffer): (() => Decoder) | string | null {
  const found = signatures.find(([bytes]) => bytes.every((byte, index) => head[index] === byte))
  return found?.[1] ?? (isSkippableFrame(head) ? openZstd : null)
}

/**
 * The text of a file as UTF-8. Magic bytes identify zstd (windows up to 2^31, any number of frames) and gzip.
 * A byte order mark or the first characters determine the encoding. If they do not, `encoding` does; the
 * default is UTF-8.
 */
export async function unpackText(packed: AsyncIterable<Buffer>, name: string, encoding: string | null) {
  const { head, chunks } = await peekBytes(packed, isKnown)
  const decoder = findDecoder(head)
  const office = findOffice(head)
  if (office !== null) throw new DumpError(`${name} is ${office.what}. ${office.advice}`)
  if (typeof decoder === 'string') throw new DumpError(`${name} is ${decoder}.`)
  const unpacked = decoder === null ? chunks : unpack(chunks, decoder, name)
  const text = await peekBytes(unpacked, (bytes) => bytes.length >= 2)
  const used = encodingOfMark(text.head) ?? encoding
  return used === null || used === 'utf-8' ? text.chunks : toUtf8(text.chunks, used)
}

async function* unpack(chunks: AsyncIterable<Buffer>, openDecoder: () => Decoder, name: string) {
  let decoder = openDecoder()
  try {
    for await (const chunk of chunks) {
      let rest = chunk
      while (rest.length > 0) {
        const before = decoder.bytesWritten
        yield* decode(decoder, rest, name)
        rest = rest.subarray(decoder.bytesWritten - before)
        // If a frame ends inside a chunk, Node's decoder stops for good, so the next frame needs a new
        // decoder.
        if (rest.length > 0) {
          decoder.destroy()
          decoder = openDecoder()
        }
      }
    }
    yield* decode(decoder, null, name)
  } finally {
    decoder.destroy()
  }
}

async function* decode(decoder: Decoder, chunk: Buffer | null, name: string): AsyncGenerator<Buffer> {
  try {
    for await (const out of drainTransform(decoder, chunk)) if (Buffer.isBuffer(out)) yield out
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (why === 'unexpected end of file') {
      throw new DumpError(`${name} is cut off: its end is missing.`, error)
    }
    throw new DumpError(`${name} is damaged and cannot be unpacked further (${why}).`, error)
  }
}

function encodingOfMark(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // A file of posts starts with an ASCII character. If there is no byte order mark but a zero byte before or
  // after this character, the file is UTF-16.
  const [first = 0, second = 0] = head
  if (first > 0 && first < 0x80 && second === 0 && head.length > 1) return 'utf-16le'
  return first === 0 && second > 0 && second < 0x80 ? 'utf-16be' : null
}

async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/** The number of bytes at the end that may belong to a character that continues in the next chunk. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back
  }
  return 0
}

/** Passes UTF-8 through. Throws at the first invalid chunk, with the approximate line. */
export async function* requireUtf8(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  let line = 1
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.length - unfinished(bytes)
    const whole = bytes.subarray(0, end)
    if (!isUtf8(whole)) throw notUtf8(name, line + firstBadLine(whole))
    for (let at = whole.indexOf(10); at >= 0; at = whole.indexOf(10, at + 1)) line += 1
    rest = Buffer.from(bytes.subarray(end))
    yield whole
  }
  if (rest.length > 0) throw notUtf8(name, line)
}

function firstBadLine(bytes: Buffer): number {
  let line = 0
  let from = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
    if (!isUtf8(bytes.subarray(from, at))) return line
    line += 1
    from = at + 1
  }
  return line
}

function notUtf8(name: string, line: number): DumpError {
  return new DumpError(
    `${name} is not UTF-8 text: line ${line} has invalid bytes. Save it as UTF-8, or name its encoding, such as --encoding windows-1252 or macintosh.`,
  )
}

/**
 * Reads ahead until `enough` returns true or the input ends. The returned chunks include the bytes that were
 * read.
 */
export async function peekBytes(chunks: AsyncIterable<Buffer>, enough: (head: Buffer) => boolean) {
  const iterator = chunks[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  let failure: { error: unknown } | null = null
  while (!enough(head) && failure === null) {
    const next = await iterator.next().catch((error: unknown) => {
      failure = { error }
      return { done: true, value: undefined } as const
    })
    if (next.done === true) break
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
  }
  return { head, chunks: continued(head, iterator, failure) }
}

async function* continued(head: Buffer, rest: AsyncIterator<Buffer>, failure: { error: unknown } | null) {
  if (head.length > 0) yield head
  if (failure !== null) throw failure.error
  yield* { [Symbol.asyncIterator]: () => rest }
}
