import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorReply } from '#contract/error.ts'
import { AppError } from '#server/errors.ts'
import { type Caller, identifyCaller } from './caller.ts'
import { replySchema } from './reply-schema.ts'

type Parsed<S> = S extends z.ZodMiniType ? z.infer<S> : undefined

/** A file for the person to save. */
type Download = { fileName: string; mediaType: string; content: Readable }

type Result<E extends Endpoint> = E['output'] extends z.ZodMiniType ? z.input<E['output']> : Download

/** What a handler gets: parsed by the contract, so it can be trusted. */
export type Call<E extends Endpoint> = {
  params: Parsed<E['params']>
  body: Parsed<E['body']>
  caller: Caller
}

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  const message = issue?.message ?? 'Invalid input'
  // Only the keyword's messages are written for people; the others may be the library's.
  if (field === 'keyword') {
    throw new AppError('invalid_keyword', `keyword: ${message}`, { userMessage: message })
  }
  throw new AppError('invalid_input', field === '' ? message : `${field}: ${message}`)
}

function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${download.fileName}"`)
    .type(download.mediaType)
    .send(download.content)
}

/** Turns a line of the contract into a route: what comes in is parsed, what goes out is stripped to the schema. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Result<E>>,
): void {
  const success = typeof endpoint.output === 'string' ? {} : { 200: replySchema(endpoint.output) }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: { response: { ...success, default: replySchema(errorReply) } },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const call = {
        params: parse(endpoint.params, request.params),
        body: parse(endpoint.body, request.body),
        caller: identifyCaller(request, reply),
      } as Call<E>
      const result = await handler(call)
      reply.header('cache-control', 'no-store')
      if (endpoint.output === 'download') return sendDownload(reply, result as Download)
      return reply.send(result)
    },
  })
}
