import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, type ErrorReply, errorStatuses } from '#contract/error.ts'
import { databaseTrouble } from '#server/database/database-failure.ts'
import type { OutageLog } from '#server/database/outage-log.ts'
import { AppError } from '#server/errors.ts'

/** What Fastify's own refusals mean in our words. */
const fastifyErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is too large'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The body is empty; send a JSON object'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json', 'The body is not valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_input', 'The Content-Length header does not fit the body'],
  FST_ERR_BAD_URL: ['not_found', 'There is nothing at this address'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing at this address'],
}

/** Any failure as an expected one; an unexpected one becomes `internal` and keeps its cause for the log. */
export function toAppError(error: unknown): AppError {
  const isOurs = error instanceof AppError
  if (isOurs && errorStatuses[error.code] < 500) return error
  if (databaseTrouble(error) !== null) {
    return new AppError('overloaded', 'The database is busy or away; try again in a few seconds', {
      userMessage: 'We cannot reach our data at the moment. Please try again in a few seconds.',
      retryAfterSeconds: 5,
      cause: error,
    })
  }
  if (isOurs) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : fastifyErrors[code]
  if (known !== undefined) return new AppError(...known, { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('invalid_input', 'The request could not be read', { cause: error })
  }
  return new AppError('internal', 'Something went wrong on our side', { cause: error })
}

/** Refusals that the operator should be able to read afterwards. A visitor without a session is no news. */
const denials = new Set<ErrorCode>([
  'cross_site_request',
  'invalid_link',
  'too_many_attempts',
  'unauthenticated',
  'wrong_password',
  'wrong_second_factor',
  'wrong_setup_code',
])

function logDenial(code: ErrorCode, log: FastifyBaseLogger, { request }: FastifyReply): void {
  // The pattern of the route: an address may hold a token.
  const details = { event: 'denied', code, method: request.method, route: request.routeOptions.url }
  const level = code === 'unauthenticated' ? 'debug' : 'info'
  log[level]({ ...details, address: request.ip }, 'Security event')
}

declare module 'fastify' {
  interface FastifyInstance {
    outages?: OutageLog
  }
}

/** Logs what the operator should know of; an outage of the database is one line, not one a request. */
export function logFailure(error: AppError, { server, log }: FastifyRequest): void {
  const isOutage = error.cause !== undefined && (server.outages?.note(error.cause) ?? null) !== null
  if (!isOutage) log.error({ err: error.cause ?? error, code: error.code }, error.message)
}

export function sendError(error: AppError, log: FastifyBaseLogger, reply: FastifyReply): FastifyReply {
  const status = errorStatuses[error.code]
  if (status >= 500) logFailure(error, reply.request)
  if (denials.has(error.code)) logDenial(error.code, log, reply)
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  const body: ErrorReply = { message: error.message, code: error.code }
  if (error.userMessage !== undefined) body.userMessage = error.userMessage
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(body)
}

/** Makes every error reply `{message, code, userMessage?}`, without SQL, stacks or paths. */
export function addErrorReplies(app: FastifyInstance, outages?: OutageLog): void {
  app.decorate('outages', outages)
  app.setErrorHandler((error, request, reply) => sendError(toAppError(error), request.log, reply))
}

type Refusal = [code: ErrorCode, message: string]

const unreadable: Refusal = ['invalid_input', 'The request is not valid HTTP']
const refusals: Record<string, Refusal> = {
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

/** Node's own mark on a connection: the reply that is being written on it. */
type Connection = Socket & { _httpMessage?: ServerResponse | null }

/** Answers what Node could not read as a request, like every other error: `{message, code}` and the headers. */
export function rawRefusals(securityHeaders: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Connection): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent === true) {
      socket.destroy()
      return
    }
    const { status, headers, body } = refusalParts(refusals[error.code ?? ''] ?? unreadable, securityHeaders)
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
    socket.destroySoon()
  }
}

/** An `Expect` header other than 100-continue is refused by Node before there is a route. */
export function addExpectationRefusal(app: FastifyInstance, securityHeaders: Record<string, string>): void {
  const refusal: Refusal = ['expectation_failed', 'Send the request without the Expect header']
  const { status, headers, body } = refusalParts(refusal, securityHeaders)
  app.server.on('checkExpectation', (_request, response) => {
    response.writeHead(status, headers).end(body)
  })
}
