import { isUtf8 } from 'node:buffer'
import { DumpError } from './dump-row.ts'
import { peekBytes } from './peek-bytes.ts'

function encodingOfMark(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // Without a mark: a file of posts begins with a sign of ASCII, which has a zero beside it.
  const [first = 0, second = 0] = head
  if (first > 0 && first < 0x80 && second === 0 && head.length > 1) return 'utf-16le'
  return first === 0 && second > 0 && second < 0x80 ? 'utf-16be' : null
}

/** The text as UTF-8: what its byte order mark or its first signs say, else the named encoding, else as it is. */
export async function toUtf8(chunks: AsyncIterable<Buffer>, encoding: string | null) {
  const peeked = await peekBytes(chunks, (head) => head.length >= 2)
  const used = encodingOfMark(peeked.head) ?? encoding
  return used === null || used === 'utf-8' ? peeked.chunks : decoded(peeked.chunks, used)
}

async function* decoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/** How many bytes at the end may be the beginning of a character that goes on in the next chunk. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back
  }
  return 0
}

/** Passes UTF-8 on; throws at the first chunk that is none, with the line near which that is. */
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
    'damaged',
    `${name} is not UTF-8 text: line ${line} holds other bytes. Save it as UTF-8, or name what it is, such as --encoding windows-1252.`,
  )
}
