import type { Readable } from 'node:stream'
import { zstdCompressSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint, KeyScope } from '#contract/endpoint.ts'
import type { Account, KeyHolder, Operator, Visitor } from '#server/actor.ts'
import { AppError } from '#server/errors.ts'
import { adminSession, findAdmin } from './admin-session.ts'
import { addressGroup, identifyCaller } from './caller.ts'
import { type CsvRows, csvStream } from './csv-stream.ts'
import { eventSender, type ServerEvent } from './event-stream.ts'
import { callerSession, touchSession } from './sessions.ts'
import { encodeTogether, jsonWriter } from './write-json.ts'

/** Admits a program by its key, or throws. If `scope` is null, a key of any scope is accepted. */
export type AdmitKey = (
  request: FastifyRequest,
  reply: FastifyReply,
  scope: KeyScope | null,
) => Promise<KeyHolder>

declare module 'fastify' {
  interface FastifyInstance {
    admitKey?: AdmitKey
  }
  interface FastifyContextConfig {
    /** The endpoint of the contract that a route serves. */
    endpoint?: Endpoint
  }
}

export type Parsed<S> = S extends z.ZodMiniType ? z.infer<S> : undefined

/** If the download has `rows`, it is a table that is sent as CSV. */
type Download = { fileName: string } & ({ mediaType: string; content: Readable } | { rows: CsvRows })

/** The URL to redirect to: a path of this site, or the page of a provider. */
type Redirect = { location: string }

type Result<E extends Endpoint> = E['output'] extends z.ZodMiniType
  ? z.input<E['output']>
  : E['output'] extends 'redirect'
    ? Redirect
    : E['output'] extends 'events'
      ? AsyncIterator<ServerEvent>
      : Download

type ForKeys = 'key' | `key:${KeyScope}`
type CallerOf<A> = A extends ForKeys
  ? KeyHolder
  : A extends 'admin'
    ? Operator
    : A extends 'user'
      ? Account
      : Visitor | Account

/** The input of a handler: validated by the contract. */
export type Call<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  caller: CallerOf<E['access']>
  /** The visitor id of the browser, which a signed-in browser has as well. */
  visitorId: string
  session: ReturnType<typeof callerSession>
  /** Serialises and compresses a reply before it is known whether the reply may be sent. */
  write: (reply: Result<E>) => WrittenReply
  adminSession: ReturnType<typeof adminSession>
}

/**
 * Fields for which the contract has error messages for users. The messages of other fields may come from the
 * library.
 */
const fieldsForPeople = new Set(
  'keyName scopes expiresInDays watchName watchQuery leastScore frequency at weekday timeZone collectionName listName communities keyword email password newPassword currentPassword firstName lastName username code userIds search mode url'.split(
    ' ',
  ),
)

export function parseInput(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  const message = issue?.message ?? 'Invalid input'
  const code = field === 'keyword' ? 'invalid_keyword' : 'invalid_input'
  const details = fieldsForPeople.has(field) ? { userMessage: message } : {}
  throw new AppError(code, field === '' ? message : `${field}: ${message}`, details)
}

/** In JSON one UTF-16 code unit takes at most six bytes. The remaining bytes are for braces and names. */
const bytesOf = (characters: number) => characters * 6 + 1024

const isForKeys = ({ access }: Pick<Endpoint, 'access'>) => access === 'key' || access.startsWith('key:')

function admitKey(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<KeyHolder> {
  const admit = request.server.admitKey
  if (admit === undefined) throw new Error('This app has no keys')
  const [, scope] = endpoint.access.split(':')
  return admit(request, reply, (scope as KeyScope | undefined) ?? null)
}

/** Denies by default: throws for callers without a key or without the required kind of session. */
async function admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  if (isForKeys(endpoint)) return { caller: await admitKey(endpoint, request, reply), visitorId: '' }
  const address = addressGroup(request.ip)
  const admin = endpoint.access === 'admin' ? await findAdmin(request, reply) : null
  if (admin !== null) return { caller: { kind: 'operator', ...admin, address }, visitorId: '' }
  const identified = identifyCaller(request, reply)
  const isAdmitted =
    endpoint.access === 'anyone' || (endpoint.access === 'user' && identified.caller.kind === 'account')
  if (isAdmitted) return identified
  throw new AppError('unauthenticated', 'Sign in first', { userMessage: 'Please sign in to continue.' })
}

function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${download.fileName}"`)
  if ('rows' in download) return reply.type('text/csv; charset=utf-8').send(csvStream(download.rows))
  return reply.type(download.mediaType).send(download.content)
}

/** Replies up to this size are compressed at once; longer ones are streamed. */
export const compressedInOneGo = { least: 1024, most: 1_000_000 }

/** A prepared reply that has not been sent yet. */
class WrittenReply {
  readonly content: string | Buffer
  constructor(content: string | Buffer) {
    this.content = content
  }
}

/**
 * Only a header without preferences (q values) matches. For other headers the encoding is negotiated when the
 * reply is sent.
 */
const acceptsZstd = /(?:^|,)\s*zstd\s*(?:,|$)/iu

/** Compresses a serialised reply with zstd in advance. Other encodings are applied when the reply is sent. */
function writeReply(request: FastifyRequest, pieces: readonly string[]): WrittenReply {
  const { least, most } = compressedInOneGo
  const mayPack =
    request.headers['x-no-compression'] === undefined &&
    acceptsZstd.test(String(request.headers['accept-encoding'] ?? ''))
  if (!mayPack) return new WrittenReply(pieces.join(''))
  const packed = encodeTogether(pieces, (bytes) =>
    bytes.length >= least && bytes.length <= most ? zstdCompressSync(bytes) : null,
  )
  return new WrittenReply(packed ?? pieces.join(''))
}

function sendWritten(reply: FastifyReply, { content }: WrittenReply): FastifyReply {
  reply.type('application/json; charset=utf-8')
  if (typeof content !== 'string') reply.header('content-encoding', 'zstd').header('vary', 'accept-encoding')
  return reply.send(content)
}

/**
 * Turns an endpoint of the contract into a route. The input is validated, and the output is reduced to the
 * fields of the schema.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Result<E> | WrittenReply>,
): void {
  const { output } = endpoint
  const write = (request: FastifyRequest, reply: FastifyReply, result: unknown) =>
    writeReply(
      request,
      typeof output === 'string' ? [JSON.stringify(result)] : jsonWriter(reply, output)(result),
    )
  const sendEvents = endpoint.output === 'events' ? eventSender(app, endpoint) : null
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // A browser never sends a key by itself, so another site cannot make it send one.
    config: { endpoint, ...(isForKeys(endpoint) && { acceptsOtherSites: true }) },
    ...(endpoint.bodyCharacters !== undefined && { bodyLimit: bytesOf(endpoint.bodyCharacters) }),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const identified = await admit(endpoint, request, reply)
      await touchSession(request, reply)
      const call = {
        params: parseInput(endpoint.params, request.params),
        query: parseInput(endpoint.query, request.query),
        body: parseInput(endpoint.body, request.body),
        ...identified,
        write: (result: Result<E>) => write(request, reply, result),
        // Only needed for sign-in and sign-out.
        get session() {
          return callerSession(request, reply)
        },
        get adminSession() {
          return adminSession(request, reply)
        },
      } as Call<E>
      const result = await handler(call)
      reply.header('cache-control', 'no-store')
      if (result instanceof WrittenReply) return sendWritten(reply, result)
      if (endpoint.output === 'download') return sendDownload(reply, result as Download)
      if (sendEvents !== null) return sendEvents(reply, result as AsyncIterator<ServerEvent>)
      if (endpoint.output === 'redirect') return reply.redirect((result as Redirect).location)
      return sendWritten(reply, write(request, reply, result))
    },
  })
}
