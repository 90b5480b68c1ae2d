import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { encodeTogether, jsonWriter } from './write-json.ts'

export type ServerEvent = { event: string; data: unknown }

/** Proxies and browsers close a silent connection after a while. */
const heartbeatMs = 10_000
/** An event may not take longer than this. Anything that an event waits for has to take less time. */
const longestMs = 120_000

function writeEvent(reply: FastifyReply, endpoint: Endpoint, { event, data }: ServerEvent): Buffer {
  const schema = endpoint.events?.[event]
  if (schema === undefined) throw new Error(`${endpoint.path} has no event ${event}`)
  // JSON contains no line breaks, so one line is one event.
  const text = [`event: ${event}\ndata: `, ...jsonWriter(reply, schema)(schema.parse(data)), '\n\n']
  return encodeTogether(text, (bytes) => Buffer.from(bytes))
}

function afterMs<T>(delayMs: number, value: T): { reached: Promise<T>; cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(value), delayMs)
  return { reached: promise, cancel: () => clearTimeout(timer) }
}

/** The events as text. A comment line is sent now and then as a heartbeat. */
async function* writeEvents(
  write: (event: ServerEvent) => Buffer,
  events: AsyncIterator<ServerEvent>,
  endAt: number,
) {
  try {
    let next = events.next()
    while (performance.now() < endAt) {
      const silence = afterMs(heartbeatMs, null)
      const result = await Promise.race([next, silence.reached]).finally(silence.cancel)
      if (result === null) yield ': nothing new\n\n'
      else if (result.done === true) return
      else {
        yield write(result.value)
        next = events.next()
      }
    }
  } finally {
    // Not awaited, because the source may first wait for its next event.
    void events.return?.()?.catch(() => {})
  }
}

/** Flushes every event at once, even if the stream is compressed. */
function compressorFor(request: FastifyRequest) {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bzstd\b/u.test(accepted)) {
    return { encoding: 'zstd', stream: createZstdCompress({ flush: constants.ZSTD_e_flush }) }
  }
  if (/\bbr\b/u.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
    const flush = constants.BROTLI_OPERATION_FLUSH
    return { encoding: 'br', stream: createBrotliCompress({ flush, params }) }
  }
  if (!/\bgzip\b/u.test(accepted)) return null
  return { encoding: 'gzip', stream: createGzip({ flush: constants.Z_SYNC_FLUSH, level: 6 }) }
}

/** Sends the events of an endpoint as they occur. Ends when the client disconnects or the product stops. */
export function eventSender(app: FastifyInstance, endpoint: Endpoint) {
  const open = new Set<ServerResponse>()
  // Aborts open responses, because they end only when the source of their events ends.
  app.addHook('preClose', async () => {
    for (const response of open) response.destroy()
  })
  return (reply: FastifyReply, events: AsyncIterator<ServerEvent>): FastifyReply => {
    const text = Readable.from(
      writeEvents((event) => writeEvent(reply, endpoint, event), events, performance.now() + longestMs),
    )
    const response = reply.raw
    open.add(response)
    const end = () => {
      open.delete(response)
      text.destroy()
    }
    // The client may have disconnected while the response was prepared.
    if (response.destroyed) end()
    else response.once('close', end)
    reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
    const compressor = compressorFor(reply.request)
    if (compressor === null) return reply.send(text)
    reply.header('content-encoding', compressor.encoding).header('vary', 'accept-encoding')
    // If one of the two streams fails, the other one is closed as well.
    text.on('error', (error) => compressor.stream.destroy(error))
    text.on('close', () => {
      if (!text.readableEnded) compressor.stream.destroy()
    })
    compressor.stream.on('close', () => text.destroy())
    return reply.send(text.pipe(compressor.stream))
  }
}
