import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, callEndpoint, fetchDownload, type JsonEndpoint } from '#web/api-client.ts'

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

/** Here a missing session is always the operator's. */
function throwAdminFailure(error: unknown): never {
  const over = error instanceof ApiError && error.code === 'unauthenticated'
  throw over ? new AdminSessionOverError(error) : error
}

/** Calls an endpoint of the operator's area. Throws what `callEndpoint` throws, or AdminSessionOverError. */
export async function callAdmin<E extends JsonEndpoint>(
  endpoint: E,
  body?: unknown,
  params: Readonly<Record<string, string>> = {},
): Promise<z.output<E['output']>> {
  return callEndpoint(endpoint, { body, params }).catch(throwAdminFailure)
}

export async function fetchAdminDownload(endpoint: Endpoint): Promise<Blob> {
  return fetchDownload(endpoint, {}).catch(throwAdminFailure)
}
