import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errorReply } from '#contract/error.ts'

export type JsonEndpoint = Endpoint & { output: z.ZodMiniType }
export type CallInput = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
}

/** The server answered with an error. The message is the status, a colon, a space and the body as sent. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly userMessage: string | undefined
  /** The delay of the server's `Retry-After`, counted from the response. 0 if there is none. */
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

/** An upper limit, so that no server or proxy can disable buttons for longer. */
const longestWaitMs = 10 * 60_000

/** The delay of a `Retry-After` header, which is a number of seconds or a date. */
export function readRetryAfter(header: string | null, nowMs: number): number {
  if (header === null) return 0
  const waitMs = /^\d+$/u.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(0, waitMs), longestWaitMs)
}

/** There was no response: the network or the server is down. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The server did not answer', { cause })
    this.name = 'UnreachableError'
  }
}

function throwUnreachable(cause: unknown): never {
  throw new UnreachableError(cause)
}

/** The response does not match the contract. */
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

/** The response of an endpoint if it succeeded. Throws ApiError or UnreachableError. */
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
  const query = input.query === undefined ? '' : `?${new URLSearchParams(input.query)}`
  const response = await fetch(`${address}${query}`, request).catch(throwUnreachable)
  if (!response.ok) {
    throw new ApiError(response, await response.text().catch(() => ''))
  }
  return response
}

/**
 * The server closes a connection after a minute of silence. If the network loses the end of the connection,
 * this timeout ends the request.
 */
const answerLimitMs = 75_000

/**
 * Calls an endpoint of the contract and parses the response with the endpoint's schema. Throws ApiError,
 * UnreachableError or UnexpectedReplyError.
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

/** Downloads a file from an endpoint. Throws ApiError or UnreachableError. */
export async function fetchDownload(endpoint: Endpoint, input: CallInput): Promise<Blob> {
  const response = await sendRequest(endpoint, input)
  return response.blob().catch(throwUnreachable)
}
