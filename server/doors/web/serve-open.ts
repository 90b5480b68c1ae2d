import type { FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Parsed, parseInput } from './serve.ts'

/** A page or a feed. If the reply has no content, only the status and the headers are sent. */
export type OpenDocument = {
  status: number
  mediaType: string
  headers: Readonly<Record<string, string>>
  content: string | null
}

type OpenEndpoint = Endpoint & { access: 'open' }
type OpenReply<E extends OpenEndpoint> = E['output'] extends z.ZodMiniType
  ? z.input<E['output']>
  : OpenDocument

export type OpenCall<E extends OpenEndpoint> = {
  params: Parsed<E['params']>
  /** The body exactly as it was sent, because these bytes are signed. */
  body: Uint8Array
  /** '' if the header is missing or was sent more than once. */
  header: (name: string) => string
}

/** Larger than any form that a mail program sends. */
const formBytes = 4_096

function sendDocument(reply: FastifyReply, { status, mediaType, headers, content }: OpenDocument) {
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
  return content === null ? reply.send() : reply.type(mediaType).send(content)
}

/**
 * Serves an endpoint to callers that have its secret URL or sign the body. No session is read, and requests
 * from other sites are accepted.
 */
export function serveOpen<const E extends OpenEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: OpenCall<E>) => Promise<OpenReply<E>>,
): void {
  const { method, path: url, bodyBytes = formBytes, bodyType = '*' } = endpoint
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(bodyType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route<{ Body: Uint8Array | null | undefined }>({
      method,
      url,
      bodyLimit: bodyBytes,
      config: { acceptsOtherSites: true },
      handler: async (request, reply) => {
        const result = await handler({
          params: parseInput(endpoint.params, request.params) as Parsed<E['params']>,
          body: request.body ?? new Uint8Array(),
          header: (name) => {
            const value = request.headers[name]
            return typeof value === 'string' ? value : ''
          },
        })
        if (endpoint.output === 'document') return sendDocument(reply, result as OpenDocument)
        return reply.header('cache-control', 'no-store').send(result)
      },
    })
  })
}
