import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { drainTransform } from './drain-transform.ts'
import { DumpError } from './dump-row.ts'
import { peekBytes } from './peek-bytes.ts'

type Compression = 'zstd' | 'gzip' | 'none'

const signatures: readonly (readonly [readonly number[], Compression | { refused: string }])[] = [
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd'],
  [[0x1f, 0x8b], 'gzip'],
  [[0x50, 0x4b, 0x03, 0x04], { refused: 'a zip archive: unpack it first' }],
  [[0xfd, 0x37, 0x7a, 0x58], { refused: 'an xz file: unpack it first (xz -dc FILE)' }],
  [[0x42, 0x5a, 0x68], { refused: 'a bzip2 file: unpack it first (bzip2 -dc FILE)' }],
  [[0x50, 0x41, 0x52, 0x31], { refused: 'a Parquet file: convert it to CSV or JSON lines first' }],
]
const signatureBytes = 4

/** Unpacks zstd (windows up to 2^31, any number of frames) and gzip by their first bytes; passes text through. */
export async function decompress(chunks: AsyncIterable<Buffer>, name: string) {
  const peeked = await peekBytes(chunks, (head) => head.length >= signatureBytes)
  const compression = detectCompression(peeked.head)
  if (typeof compression === 'object') throw new DumpError('not-posts', `${name} is ${compression.refused}.`)
  if (compression === 'none') return peeked.chunks
  return unpack(peeked.chunks, openers[compression], name)
}

function detectCompression(head: Buffer): Compression | { refused: string } {
  const found = signatures.find(([bytes]) => bytes.every((byte, index) => head[index] === byte))
  if (found !== undefined) return found[1]
  return isSkippableFrame(head) ? 'zstd' : 'none'
}

/** Tools that split zstd into pieces put 0x184D2A50-5F frames without content first. */
function isSkippableFrame(head: Buffer): boolean {
  return head.length >= signatureBytes && (head.readUInt32LE(0) & 0xfffffff0) === 0x184d2a50
}

const openers: Record<'zstd' | 'gzip', () => Decoder> = {
  zstd: () => zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: 31 } }),
  gzip: () => zlib.createGunzip(),
}

type Decoder = Transform & { bytesWritten: number }

async function* unpack(chunks: AsyncIterable<Buffer>, openDecoder: () => Decoder, name: string) {
  let decoder = openDecoder()
  try {
    for await (const chunk of chunks) {
      let rest = chunk
      while (rest.length > 0) {
        const before = decoder.bytesWritten
        yield* decoded(decoder, rest, name)
        rest = rest.subarray(decoder.bytesWritten - before)
        // Node's decoder stops for good at a frame that ends inside a chunk: the next frame needs a new one.
        if (rest.length > 0) {
          decoder.destroy()
          decoder = openDecoder()
        }
      }
    }
    yield* decoded(decoder, null, name)
  } finally {
    decoder.destroy()
  }
}

async function* decoded(decoder: Decoder, chunk: Buffer | null, name: string): AsyncGenerator<Buffer> {
  try {
    for await (const out of drainTransform(decoder, chunk)) if (Buffer.isBuffer(out)) yield out
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (why === 'unexpected end of file') {
      throw new DumpError('cut-off', `${name} is cut off: its end is missing.`, error)
    }
    throw new DumpError('damaged', `${name} is damaged and cannot be unpacked further (${why}).`, error)
  }
}
