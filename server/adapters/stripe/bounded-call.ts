import type Stripe from 'stripe'
import { cutText } from '#contract/cut-text.ts'
import {
  MalformedPaymentsReply,
  PaymentsError,
  PaymentsRefused,
  PaymentsUnreachable,
} from '#server/payment-ports.ts'
import { untilAborted } from '../source-calls/source-clock.ts'
import { stripeSdk } from './stripe-sdk.ts'

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

const longestMessage = 300

/** Stripe's messages contain keys, webhook secrets and e-mail addresses. */
function redact(text: string): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const redacted = plain
    .replaceAll(/\b(?:sk|rk|pk|whsec)_[\w*]+/gu, '[key]')
    .replaceAll(/[^\s'"<>]+/gu, (run) => (/.@./su.test(run) ? '[address]' : run))
  return cutText(redacted, longestMessage)
}

function plainWord(value: string | undefined | null): string | null {
  return typeof value === 'string' && /^[\w[\].-]{1,80}$/u.test(value) ? redact(value) : null
}

/** The provider's error message, as described in its documentation. */
function describe({ statusCode, type, rawType, code, param, message, requestId }: StripeError): string {
  const words = [statusCode && `status ${statusCode}`, plainWord(rawType ?? type), plainWord(code)]
  const [about, said, request] = [plainWord(param), redact(message), plainWord(requestId)]
  const parts = [
    words.filter(Boolean).join(', '),
    about && `, parameter "${about}"`,
    said && `: ${said}`,
    request && ` [request ${request}]`,
  ]
  return parts.filter(Boolean).join('')
}

function paymentsFailure(what: string, error: unknown): PaymentsError {
  if (error instanceof PaymentsError) return error
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new PaymentsUnreachable(`The payment provider did not answer in time to ${what}`)
  }
  const { StripeError, StripeConnectionError, StripeRateLimitError, StripeIdempotencyError } =
    stripeSdk().errors
  if (error instanceof StripeConnectionError) {
    return new PaymentsUnreachable(`The payment provider could not be reached to ${what}`)
  }
  if (!(error instanceof StripeError)) {
    return new MalformedPaymentsReply(`The payment provider's answer could not be read when asked to ${what}`)
  }
  const { statusCode = 0 } = error
  const busy = error instanceof StripeRateLimitError || statusCode === 429 || statusCode === 409
  if (busy || statusCode >= 500) {
    return new PaymentsUnreachable(`The payment provider failed to ${what} (${describe(error)})`)
  }
  const known = statusCode >= 400 || error instanceof StripeIdempotencyError
  const Failure = known ? PaymentsRefused : MalformedPaymentsReply
  return new Failure(`The payment provider refused to ${what} (${describe(error)})`)
}

/** Calls the provider with one timeout for all retries. Throws only `PaymentsError`s. */
export function boundedCall(totalMs: number) {
  return async <T>(what: string, call: () => Promise<T>): Promise<T> => {
    try {
      return await untilAborted(call(), AbortSignal.timeout(totalMs))
    } catch (error) {
      throw paymentsFailure(what, error)
    }
  }
}

/** Returns `otherwise` if the object does not exist in this mode. */
export async function unlessMissing<T, U>(call: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await call
  } catch (error) {
    const isMissing = error instanceof stripeSdk().errors.StripeError && error.code === 'resource_missing'
    if (isMissing) return otherwise
    throw error
  }
}
