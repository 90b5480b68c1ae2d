import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ErrorCode, type ErrorReply, errorStatuses } from '#contract/error.ts'
import type { OutageLog } from '#server/database/outage-log.ts'
import type { AppError } from '#server/errors.ts'
import { isAbort, noteRefusal } from './failure-log.ts'
import type { RefusalLog } from './refusal-log.ts'
import { toAppError } from './to-app-error.ts'

export function sendError(error: AppError, reply: FastifyReply): FastifyReply {
  noteRefusal(error, reply.request)
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  const body: ErrorReply = { message: error.message, code: error.code }
  if (error.userMessage !== undefined) body.userMessage = error.userMessage
  return reply
    .code(errorStatuses[error.code])
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(body)
}

/** Turns every error into a reply `{message, code, userMessage?}`, without SQL, stacks or paths. */
export function addErrorReplies(
  app: FastifyInstance,
  { outages, refusals }: { outages?: OutageLog; refusals?: RefusalLog } = {},
): void {
  app.decorate('outages', outages)
  app.decorate('refusals', refusals)
  app.setErrorHandler((error, request, reply) => {
    if (isAbort(error, request)) return reply.hijack()
    return sendError(toAppError(error), reply)
  })
}

type Refusal = [code: ErrorCode, message: string]

const unreadable: Refusal = ['invalid_input', 'The request is not valid HTTP']
const unreadables: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive'],
}

function refusalParts([code, message]: Refusal, securityHeaders: Record<string, string>) {
  const reply: ErrorReply = { message, code }
  const body = JSON.stringify(reply)
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status: errorStatuses[code], headers, body }
}

/** A field of Node that is not public: the response that a connection is writing. */
type Connection = Socket & { _httpMessage?: ServerResponse | null }

/**
 * Answers requests that Node could not parse with `{message, code}` and the headers, like every other error.
 */
export function rawRefusals(securityHeaders: Record<string, string>, refusals?: RefusalLog) {
  return (error: NodeJS.ErrnoException, socket: Connection): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent === true) {
      socket.destroy()
      return
    }
    const refusal = unreadables[error.code ?? ''] ?? unreadable
    // The client disconnected.
    const isAbort = error.code === 'HPE_INVALID_EOF_STATE'
    if (!isAbort) refusals?.count({ code: refusal[0], route: '(unreadable)', address: null })
    const { status, headers, body } = refusalParts(refusal, securityHeaders)
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
    socket.destroySoon()
  }
}

/** Answers an `Expect` header other than 100-continue, which Node refuses before routing. */
export function addExpectationRefusal(app: FastifyInstance, securityHeaders: Record<string, string>): void {
  const refusal: Refusal = ['expectation_failed', 'Send the request without the Expect header']
  const { status, headers, body } = refusalParts(refusal, securityHeaders)
  app.server.on('checkExpectation', (_request, response) => {
    response.writeHead(status, headers).end(body)
  })
}
