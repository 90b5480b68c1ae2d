import type * as z from 'zod/mini'
import type { ErrorCode } from './error.ts'

/**
 * The kind of reply: a JSON value stripped by the schema, server-sent events, a download, a redirect, or a
 * document (a page or a feed).
 */
type Output = z.ZodMiniType | 'events' | 'download' | 'redirect' | 'document'

/** The scopes of API keys: searches, briefs and scores; watches; the owner's uploads. */
export const keyScopes = ['search', 'watches', 'own'] as const
export type KeyScope = (typeof keyScopes)[number]

/** An endpoint of the REST contract: its input, output and errors. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify notation: `/api/search-results/:sessionToken`. */
  path: string
  /**
   * Who may call it: people, the operator, programs with a key (of any scope, or of this one), or anybody who
   * has the secret address or signs the body (open). There is no default: an endpoint without it does not
   * compile.
   */
  access: 'anyone' | 'user' | 'admin' | 'open' | 'key' | `key:${KeyScope}`
  /**
   * For the `/api/v1` documentation: its name in generated clients, its description, notes, and an example of
   * its body.
   */
  operation?: string
  summary?: string
  description?: string
  example?: object
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The maximum body size in characters, if it differs from the default. */
  bodyCharacters?: number
  /**
   * For an open endpoint, whose body is not parsed: the maximum size in bytes and the only accepted media
   * type.
   */
  bodyBytes?: number
  bodyType?: string
  output: Output
  /** The schemas of server-sent events by name, if the output is `events`. */
  events?: Readonly<Record<string, z.ZodMiniType>>
  /**
   * Errors in addition to `unauthenticated` (unless open to anyone) and `invalid_input` (if there is input).
   */
  errors?: readonly ErrorCode[]
}

/**
 * Defines an endpoint with its access, input and output. Literal types are kept, so that both sides have exact
 * types.
 */
export function defineEndpoint<
  A extends Endpoint['access'],
  const E extends Omit<Endpoint, 'method' | 'path' | 'access'>,
>(address: `${Endpoint['method']} /${string}`, access: A, endpoint: E) {
  const [method, path] = address.split(' ') as [Endpoint['method'], string]
  return { ...endpoint, method, path, access }
}
