import type { IncomingMessage } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import zlib from 'node:zlib'
import { AnswerRefused } from './allowed-address.ts'

/** Output comes in pieces of this size, so that a bomb is noticed at the first one too many. */
const chunkSize = 64 * 1024

const decoders: Record<string, () => Duplex> = {
  gzip: () => zlib.createGunzip({ chunkSize }),
  'x-gzip': () => zlib.createGunzip({ chunkSize }),
  deflate: () => zlib.createInflate({ chunkSize }),
  br: () => zlib.createBrotliDecompress({ chunkSize }),
}

/** One layer of packing is undone; several are how bombs are built. */
function unpacked(message: IncomingMessage): Readable {
  const encoding = (message.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return message
  const decoder = decoders[encoding]?.()
  if (decoder === undefined) throw new AnswerRefused('packed its answer in a way that is not taken')
  message.on('error', (error) => decoder.destroy(error))
  return message.pipe(decoder)
}

export async function readBody(message: IncomingMessage, mostBytes: number): Promise<Buffer<ArrayBuffer>> {
  const tooLong = () => new AnswerRefused(`sent more than ${Math.round(mostBytes / 1024 / 1024)} MB at once`)
  if (Number(message.headers['content-length'] ?? 0) > mostBytes) throw tooLong()
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of unpacked(message) as AsyncIterable<Buffer>) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw tooLong()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
