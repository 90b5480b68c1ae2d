import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errorReply } from '#contract/error.ts'

export type JsonEndpoint = Endpoint & { output: z.ZodMiniType }
export type CallInput = { params?: Readonly<Record<string, string>>; body?: unknown }

/** The server answered with a failure. The message is its status, a colon, a space and the body as sent. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly userMessage: string | undefined
  /** How long the server asks to be left alone, counted from the answer; 0 where it does not say. */
  readonly waitMs: number

  constructor({ status, statusText, headers }: Response, body: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.waitMs = readRetryAfter(headers.get('retry-after'), Date.now())
    const reply = errorReply.safeParse(parseJson(body))
    this.code = reply.data?.code
    this.userMessage = reply.data?.userMessage
  }
}

/** Nobody is kept from a button for longer, whatever a server or a proxy asks for. */
const longestWaitMs = 10 * 60_000

/** The wait that a `Retry-After` header asks for, which is a number of seconds or a date. */
export function readRetryAfter(header: string | null, nowMs: number): number {
  if (header === null) return 0
  const waitMs = /^\d+$/u.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(0, waitMs), longestWaitMs)
}

/** No answer at all: the network is down, or the server is. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The server did not answer', { cause })
    this.name = 'UnreachableError'
  }
}

function throwUnreachable(cause: unknown): never {
  throw new UnreachableError(cause)
}

/** The server answered with something that the contract does not allow. */
export class UnexpectedReplyError extends Error {
  constructor(path: string, cause: unknown) {
    super(`The response of ${path} has an unexpected format; reload the page to get the latest version`, {
      cause,
    })
    this.name = 'UnexpectedReplyError'
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The reply of an endpoint, when it is a success. Throws ApiError or UnreachableError. */
export async function sendRequest(
  endpoint: Endpoint,
  input: CallInput,
  signal?: AbortSignal,
): Promise<Response> {
  const request: RequestInit = { method: endpoint.method, credentials: 'include', ...(signal && { signal }) }
  if (input.body !== undefined) {
    request.headers = { 'content-type': 'application/json' }
    request.body = JSON.stringify(input.body)
  }
  const address = endpoint.path.replace(/:([a-z]\w*)/giu, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  )
  const response = await fetch(address, request).catch(throwUnreachable)
  if (!response.ok) {
    throw new ApiError(response, await response.text().catch(() => ''))
  }
  return response
}

/** The server closes a connection that is silent for a minute; where the network loses that, nobody waits for ever. */
const answerLimitMs = 75_000

/**
 * Calls an endpoint of the contract and reads its answer with the endpoint's own schema.
 * Throws ApiError, UnreachableError or UnexpectedReplyError.
 */
export async function callEndpoint<E extends JsonEndpoint>(
  endpoint: E,
  input: CallInput = {},
  limitMs = answerLimitMs,
): Promise<z.output<E['output']>> {
  const response = await sendRequest(endpoint, input, AbortSignal.timeout(limitMs))
  const text = await response.text().catch(throwUnreachable)
  const reply = endpoint.output.safeParse(parseJson(text))
  if (!reply.success) throw new UnexpectedReplyError(endpoint.path, reply.error)
  return reply.data as z.output<E['output']>
}

/** Fetches a download of the contract. Throws ApiError or UnreachableError. */
export async function fetchDownload(endpoint: Endpoint, input: CallInput): Promise<Blob> {
  const response = await sendRequest(endpoint, input)
  return response.blob().catch(throwUnreachable)
}
