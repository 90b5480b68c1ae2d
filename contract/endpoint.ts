import type * as z from 'zod/mini'
import type { ErrorCode } from './error.ts'

/**
 * The kind of reply: a JSON value reduced to the fields of a schema, server-sent events, a download, a
 * redirect, or a document (a page or a feed).
 */
type Output = z.ZodMiniType | 'events' | 'download' | 'redirect' | 'document'

/** The scopes of API keys. `search` includes briefs and scores, `own` is for own uploads. */
export const keyScopes = ['search', 'watches', 'own'] as const
export type KeyScope = (typeof keyScopes)[number]

/** An endpoint of the REST contract: its input, output and errors. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify notation: `/api/search-results/:sessionToken`. */
  path: string
  /**
   * Who may call the endpoint. `key`: programs with any key; `key:SCOPE`: programs with a key of this scope;
   * `open`: anybody who has the secret URL or signs the body. There is no default: an endpoint without `access`
   * does not compile.
   */
  access: 'anyone' | 'user' | 'admin' | 'open' | 'key' | `key:${KeyScope}`
  /**
   * For the documentation of `/api/v1`: the name in generated clients, a description, notes, and an example
   * of the body.
   */
  operation?: string
  summary?: string
  description?: string
  example?: object
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The maximum size of the body in characters, if it differs from the default. */
  bodyCharacters?: number
  /** The maximum size of the body in bytes. Only for an `open` endpoint, whose body is not parsed. */
  bodyBytes?: number
  /** The only media type that an `open` endpoint accepts. */
  bodyType?: string
  output: Output
  /** The schemas of server-sent events by name, if the output is `events`. */
  events?: Readonly<Record<string, z.ZodMiniType>>
  /** Errors other than `unauthenticated` and `invalid_input`, which follow from `access` and the input. */
  errors?: readonly ErrorCode[]
}

/**
 * Defines an endpoint with its access, input and output. Literal types are kept, so that server and browser
 * have exact types.
 */
export function defineEndpoint<
  A extends Endpoint['access'],
  const E extends Omit<Endpoint, 'method' | 'path' | 'access'>,
>(address: `${Endpoint['method']} /${string}`, access: A, endpoint: E) {
  const [method, path] = address.split(' ') as [Endpoint['method'], string]
  return { ...endpoint, method, path, access }
}
