import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type ErrorCode, errorStatuses } from '#contract/error.ts'
import type { OutageLog } from '#server/database/outage-log.ts'
import type { AppError } from '#server/errors.ts'
import type { RefusalLog } from './refusal-log.ts'
import { toAppError } from './to-app-error.ts'

declare module 'fastify' {
  interface FastifyInstance {
    outages?: OutageLog
    refusals?: RefusalLog
  }
}

/** Refusals that are logged with the origin of the request. */
const denials = new Set<ErrorCode>([
  'cross_site_request',
  'invalid_link',
  'too_many_attempts',
  'wrong_password',
  'wrong_second_factor',
  'wrong_setup_code',
])

const routeOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? '(no route)'}`

/**
 * Logs failures for the operator. An outage of the database is logged in one line, and so is a failure that
 * is repeated within a minute.
 */
export function logFailure(error: AppError, request: FastifyRequest): void {
  const { server, log } = request
  const { cause } = error
  if (cause !== undefined && (server.outages?.note(cause) ?? null) !== null) return
  const what = `${routeOf(request)} ${error.code} ${cause instanceof Error ? cause.name : ''}`.trimEnd()
  if (server.refusals?.mayTell(what) === false) return
  log.error({ err: cause ?? error, code: error.code }, error.message)
}

/** Overload is expected, and the search itself reports failed sources. */
const isExpected = ({ code, cause }: AppError) =>
  errorStatuses[code] < 500 || code === 'search_failed' || (code === 'overloaded' && cause === undefined)

/** Counts a refusal, or logs a failure. */
export function noteRefusal(error: AppError, request: FastifyRequest): void {
  const { code } = error
  const address = denials.has(code) ? request.ip : null
  if (isExpected(error)) request.server.refusals?.count({ code, route: routeOf(request), address })
  else logFailure(error, request)
}

const abortCodes = new Set(['ABORT_ERR', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Whether the client disconnected before the reply, which is not a failure. */
export function isAbort(error: unknown, { raw }: FastifyRequest): boolean {
  const { code, name } = error as NodeJS.ErrnoException
  return raw.socket.destroyed && (name === 'AbortError' || abortCodes.has(code ?? ''))
}

/** Suppresses log lines of Fastify that anybody could cause, and logs failures of partly sent replies. */
export class FailureLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }
  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    const isOver = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!isOver && !isAbort(error, request)) logFailure(toAppError(error), reply.request)
  }
  override serviceUnavailable(): void {}
}
