import type * as z from 'zod/mini'
import type { ErrorCode } from './error.ts'

/** What an endpoint sends: a JSON value that the schema strips, server-sent events, a download, or the browser elsewhere. */
type Output = z.ZodMiniType | 'events' | 'download' | 'redirect'

/** One line of the REST contract: what may come in, what goes out, and how it can fail. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify notation: `/api/search-results/:sessionToken`. */
  path: string
  /** Who may call it. There is no default: an endpoint that does not say it does not compile. */
  access: 'anyone' | 'user' | 'admin'
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The characters of a body that may be longer than others. */
  bodyCharacters?: number
  output: Output
  /** The schemas of server-sent events by their names, where the output is `events`. */
  events?: Readonly<Record<string, z.ZodMiniType>>
  /** Beside `unauthenticated` where it is not for anyone, and `invalid_input` where something comes in. */
  errors?: readonly ErrorCode[]
}

/** Says who may call what, and what it takes and gives. Literal types are kept, so that both sides know its exact shapes. */
export function defineEndpoint<
  A extends Endpoint['access'],
  const E extends Omit<Endpoint, 'method' | 'path' | 'access'>,
>(address: `${Endpoint['method']} /${string}`, access: A, endpoint: E) {
  const [method, path] = address.split(' ') as [Endpoint['method'], string]
  return { ...endpoint, method, path, access }
}
