import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, callEndpoint } from '#web/api-client.ts'

/** The operator's session is over. A class of its own, so that it is not taken for the end of a user's session. */
export class AdminSessionOverError extends Error {
  constructor(cause: unknown) {
    super('Your admin session has ended. Please sign in again.', { cause })
    this.name = 'AdminSessionOverError'
  }
}

/** An endpoint with what it is asked for in its address. */
export function withQuery<E extends Endpoint>(endpoint: E, query: Readonly<Record<string, string>>) {
  return { ...endpoint, path: `${endpoint.path}?${new URLSearchParams(query)}` }
}

/** A failure of the operator's area, where a missing session is the operator's and nobody else's. */
export function adminFailure(error: unknown): unknown {
  const over = error instanceof ApiError && error.code === 'unauthenticated'
  return over ? new AdminSessionOverError(error) : error
}

/** Calls an endpoint of the operator's area. Throws what `callEndpoint` throws, or AdminSessionOverError. */
export async function callAdmin<E extends Endpoint & { output: z.ZodMiniType }>(
  endpoint: E,
  body?: unknown,
  params: Readonly<Record<string, string>> = {},
): Promise<z.output<E['output']>> {
  try {
    return await callEndpoint(endpoint, { body, params })
  } catch (error) {
    throw adminFailure(error)
  }
}
