import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import zlib from 'node:zlib'
import { cutText } from '#contract/cut-text.ts'
import { readParts } from '#server/adapters/source-calls/read-bounded.ts'
import { untilAborted } from '#server/adapters/source-calls/source-clock.ts'
import {
  AddressRefused,
  AnswerRefused,
  type NamedHosts,
  portOf,
  requireAllowed,
  requireWebAddress,
} from './allowed-address.ts'
import { hostResolver, type Resolve } from './resolve-host.ts'

/** The addresses of a URL's host. If one of them is blocked, all are refused. */
export async function resolveChecked(
  { url, isNamed }: ReturnType<typeof requireWebAddress>,
  resolve: Resolve,
  signal: AbortSignal,
) {
  const host = url.hostname.replace(/^\[(.*)\]$/u, '$1')
  const family = isIP(host)
  const addresses =
    family === 0
      ? await untilAborted(resolve(host, { isNamed, signal }), signal)
      : [{ address: host, family }]
  for (const { address } of addresses) requireAllowed(address, url.hostname, isNamed)
  return addresses
}

/**
 * A `lookup` that returns only checked addresses. A second DNS query could return other addresses (DNS
 * rebinding).
 */
export function fixedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses
    if (first === undefined) done(new Error('The name has no address'), '')
    else if (options.all === true) done(null, [...addresses])
    else done(null, first.address, first.family)
  }
}

/** Media types of JSON, including those that misconfigured servers send. */
export const jsonTypes = /^(?:application\/(?:[\w.-]+\+)?json|text\/(?:plain|json))$/u

/** A GET request with the supported options of `fetch`. */
type GuardedRequest = {
  headers?: Readonly<Record<string, string>>
  /** Aborts the call. The call has no timeout of its own, so this signal has to abort. */
  signal: AbortSignal
}

export type GuardSettings = {
  named: NamedHosts
  types: RegExp
  /** The maximum body size after decompression. */
  mostBytes?: number
  resolve?: Resolve
}

export interface GuardedFetch {
  (address: string, request: GuardedRequest): Promise<Response>
  /**
   * Throws the errors that a call would throw before connecting. A refused call then does not use up the
   * budget.
   */
  requireAllowed(address: string, signal: AbortSignal): Promise<void>
}

const usualMostBytes = 8 * 1024 * 1024
const mostRedirects = 3
const withoutBody = new Set([204, 205, 304])

type Checked = { url: URL; lookup: ReturnType<typeof fixedLookup> }

type Sent = GuardedRequest & { method?: 'POST'; body?: string }

export async function sendRequest({ url, lookup }: Checked, request: Sent): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const call = (url.protocol === 'https:' ? https : http).request(url, {
    // Uses a new connection, because a kept-alive one could belong to an earlier resolution of the host.
    agent: false,
    lookup,
    method: request.method ?? 'GET',
    headers: { 'accept-encoding': 'gzip, deflate, br', ...request.headers },
    signal: request.signal,
  })
  call.once('response', resolve).on('error', reject)
  call.end(request.body)
  try {
    return await promise
  } catch (error) {
    throw request.signal.aborted ? request.signal.reason : error
  }
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/**
 * The target of a redirect on the same host. A redirect to another host is refused, because a person has to
 * enter each host.
 */
function redirectTarget(from: URL, location: string | undefined): URL {
  const to = location === undefined ? null : URL.parse(location, from.href)
  if (to === null) throw new AnswerRefused('redirects to an invalid address')
  const upgraded = from.protocol === 'http:' && to.protocol === 'https:'
  const sameHost = to.hostname === from.hostname && (portOf(to) === portOf(from) || upgraded)
  if (!sameHost || (to.protocol !== from.protocol && !upgraded)) {
    throw new AddressRefused(
      `redirects to another address, ${to.origin}; if that is the intended one, use it`,
    )
  }
  return to
}

function requireType({ headers }: IncomingMessage, types: RegExp): void {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && !types.test(type))
    throw new AnswerRefused(`sent ${JSON.stringify(cutText(type, 60))}, which is not supported`)
}

/** Output comes in chunks of this size, so that a decompression bomb is detected early. */
const chunkSize = 64 * 1024

const decoders: Record<string, () => Duplex> = {
  gzip: () => zlib.createGunzip({ chunkSize }),
  'x-gzip': () => zlib.createGunzip({ chunkSize }),
  deflate: () => zlib.createInflate({ chunkSize }),
  br: () => zlib.createBrotliDecompress({ chunkSize }),
}

/** Only one layer of compression is accepted, because bombs use several. */
function unpacked(message: IncomingMessage): Readable {
  const encoding = (message.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return message
  const decoder = decoders[encoding]?.()
  if (decoder === undefined) throw new AnswerRefused('packed its answer in a way that is not taken')
  message.on('error', (error) => decoder.destroy(error))
  return message.pipe(decoder)
}

async function toResponse(message: IncomingMessage, mostBytes: number): Promise<Response> {
  const { statusCode: status = 0, rawHeaders } = message
  if (status < 200 || status > 599) throw new AnswerRefused(`answered with status ${status}`)
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    // The body is decompressed, so its length has changed.
    if (!/^(content-(encoding|length)|set-cookie)$/iu.test(name)) headers.append(name, value)
  }
  const tooLong = () => new AnswerRefused(`sent more than ${Math.round(mostBytes / 1024 / 1024)} MB`)
  if (Number(message.headers['content-length'] ?? 0) > mostBytes) throw tooLong()
  const parts = await readParts(unpacked(message) as AsyncIterable<Buffer>, mostBytes, tooLong)
  // The body is a stream of its parts, because a buffer would be copied here and again by its reader.
  return new Response(withoutBody.has(status) ? null : ReadableStream.from(parts), { status, headers })
}

/**
 * `fetch` for URLs that people enter. All addresses of the host are checked before a connection is made.
 * Redirects stay on the host. Size, compression and type are limited. Throws `AddressRefused`,
 * `AnswerRefused`, the signal's reason, or a network error.
 */
export function guardedFetch(settings: GuardSettings): GuardedFetch {
  const { named, types, mostBytes = usualMostBytes, resolve = hostResolver() } = settings
  async function fetchGuarded(address: string, request: GuardedRequest): Promise<Response> {
    let { url, isNamed } = requireWebAddress(address, named)
    for (let redirects = 0; ; redirects += 1) {
      request.signal.throwIfAborted()
      const addresses = await resolveChecked({ url, isNamed }, resolve, request.signal)
      const message = await sendRequest({ url, lookup: fixedLookup(addresses) }, request)
      try {
        const status = message.statusCode ?? 0
        if (!isRedirect(status)) {
          if (status < 300) requireType(message, types)
          return await toResponse(message, mostBytes)
        }
        if (redirects >= mostRedirects)
          throw new AnswerRefused('leads from one address to the next without end')
        ;({ url, isNamed } = requireWebAddress(redirectTarget(url, message.headers.location).href, named))
      } catch (error) {
        throw request.signal.aborted ? request.signal.reason : error
      } finally {
        message.destroy()
      }
    }
  }

  return Object.assign(fetchGuarded, {
    async requireAllowed(address: string, signal: AbortSignal): Promise<void> {
      await resolveChecked(requireWebAddress(address, named), resolve, signal)
    },
  })
}
