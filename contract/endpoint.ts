import type * as z from 'zod/mini'
import type { ErrorCode } from './error.ts'

/** Who may call an endpoint. There is no default: an endpoint that does not say it does not compile. */
type Access = 'anyone' | 'user' | 'admin'

/** What an endpoint sends: a JSON value that the schema strips, server-sent events, a download, or the browser elsewhere. */
type Output = z.ZodMiniType | 'events' | 'download' | 'redirect'

/** One line of the REST contract: what may come in, what goes out, and how it can fail. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify notation: `/api/search-results/:sessionToken`. */
  path: string
  access: Access
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  output: Output
  /** The schemas of server-sent events by their names, where the output is `events`. */
  events?: Readonly<Record<string, z.ZodMiniType>>
  errors: readonly ErrorCode[]
}

/** Keeps the literal types of an endpoint, so that both sides know its exact shapes. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}
