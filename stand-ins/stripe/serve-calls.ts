import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import { type ApiRequest, answerIdempotently, type Fault } from './answer-idempotently.ts'
import { ApiError, badRequest } from './api-error.ts'
import { checkoutCalls } from './checkout-calls.ts'
import { advanceTime } from './checkout-lifecycle.ts'
import { customerCalls } from './customer-calls.ts'
import { type Ledger, type Ledgers, type PaymentMode, paymentModes } from './ledger.ts'
import type { ProviderCall } from './provider-call.ts'
import { parseForm } from './request-params.ts'
import { randomLetters } from './wire.ts'

export type ServeCallsDeps = {
  ledgers: Ledgers
  apiKeys: Record<PaymentMode, string>
  /** Tests see every request here, and can make it fail. */
  meet: ((request: ApiRequest) => Promise<Fault | null>) | undefined
  save: () => Promise<void>
}

const calls = [...customerCalls, ...checkoutCalls]

export function serveCalls(app: FastifyInstance, deps: ServeCallsDeps): void {
  const running = new Set<string>()
  for (const call of calls) {
    app.route<{ Params: { id?: string } }>({
      method: call.method,
      url: call.url,
      handler: (request, reply) => answerRequest({ ...deps, running }, call, { request, reply }),
    })
  }
}

async function answerRequest(
  deps: ServeCallsDeps & { running: Set<string> },
  call: ProviderCall,
  { request, reply }: { request: FastifyRequest<{ Params: { id?: string } }>; reply: FastifyReply },
): Promise<FastifyReply> {
  const requestId = `req_${randomLetters(14)}`
  const [path = '', ...query] = request.url.split('?')
  void reply.headers({ 'request-id': requestId, 'stripe-version': Stripe.API_VERSION })
  const mode = modeOfKey(deps.apiKeys, request.headers.authorization)
  requireVersion(request.headers['stripe-version'])
  const key = call.method === 'POST' ? headerText(request.headers['idempotency-key']) : null
  const asked: ApiRequest = { mode, method: call.method, path, idempotencyKey: key, status: null }
  const fault = (await deps.meet?.(asked)) ?? null
  if (fault?.answer === 'close_before_work') return hangUp(reply)
  const work = () => {
    const form = parseForm(request.body ?? query.join('?'))
    const ledger = deps.ledgers[mode]
    ledger.request = { id: requestId, idempotency_key: key }
    try {
      advanceTime(ledger)
      return call.answer(ledger, form, request.params.id ?? '')
    } catch (error) {
      throw nameOtherMode(error, deps.ledgers[mode === 'production' ? 'sandbox' : 'production'])
    } finally {
      ledger.request = { id: null, idempotency_key: null }
    }
  }
  const answer = await answerIdempotently(deps, { asked, body: request.body, fault }, work).catch(
    (error: unknown) => {
      asked.status = error instanceof ApiError ? error.status : 500
      throw error
    },
  )
  if (fault?.answer === 'close_after_work') return hangUp(reply)
  asked.status = answer.status
  if (key !== null) void reply.header('idempotency-key', key)
  if (answer.replayed) void reply.header('idempotent-replayed', 'true')
  return reply.status(answer.status).type('application/json').send(answer.body)
}

function modeOfKey(apiKeys: Record<PaymentMode, string>, authorization: string | undefined): PaymentMode {
  const given = /^Bearer (\S+)$/u.exec(authorization ?? '')?.[1]
  if (given === undefined) {
    const message =
      'You did not provide an API key. Provide it in the Authorization header, using Bearer auth.'
    throw new ApiError(401, { type: 'invalid_request_error', message })
  }
  for (const mode of paymentModes) if (sameText(apiKeys[mode], given)) return mode
  const shown = `${given.slice(0, 8)}****${given.slice(-4)}`
  throw new ApiError(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${shown}` })
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((one) => createHash('sha256').update(one).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

function requireVersion(version: string | string[] | undefined): void {
  if (version === undefined || version === Stripe.API_VERSION) return
  throw badRequest(
    `The local stand-in speaks API version ${Stripe.API_VERSION} only, not ${String(version)}.`,
  )
}

/** Adds a hint if the id belongs to the other mode, as the provider does. */
function nameOtherMode(error: unknown, other: Ledger): unknown {
  if (!(error instanceof ApiError) || error.missingId === null) return error
  const id = error.missingId
  const known = Object.values(other.tables).some((table) => table.find(id) !== null)
  if (!known) return error
  const hint = other.livemode
    ? 'a similar object exists in live mode, but a test mode key was used to make this request.'
    : 'a similar object exists in test mode, but a live mode key was used to make this request.'
  return new ApiError(error.status, { ...error.body, message: `${error.body.message}; ${hint}` })
}

function hangUp(reply: FastifyReply): FastifyReply {
  reply.raw.socket?.destroy()
  return reply.hijack()
}

function headerText(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
