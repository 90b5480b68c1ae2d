import Stripe from 'stripe'
import { PaymentsError, PaymentsNonsense, PaymentsRefused, PaymentsUnreachable } from '#server/ports.ts'

/** The provider's own word for what went wrong, as far as it is a plain one. */
function plainWord(code: string | undefined): string {
  return code !== undefined && /^[a-z_]{1,60}$/u.test(code) ? ` (${code})` : ''
}

/** Their messages may repeat keys and addresses, so only status and code go on. */
function describe({ statusCode, code, type }: InstanceType<typeof Stripe.errors.StripeError>): string {
  return `${statusCode === undefined ? type : `status ${statusCode}`}${plainWord(code)}`
}

/** Whether the provider says that it does not have what was asked for, or has it in the other mode only. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
}

/** Any failure of a call as one of the port's classes. */
export function paymentsFailure(what: string, error: unknown): PaymentsError {
  if (error instanceof PaymentsError) return error
  const { StripeError, StripeConnectionError, StripeRateLimitError, StripeIdempotencyError } = Stripe.errors
  if (error instanceof StripeConnectionError) {
    return new PaymentsUnreachable(`The payment provider could not be reached to ${what}`)
  }
  if (!(error instanceof StripeError)) {
    return new PaymentsNonsense(`The payment provider's answer could not be read when asked to ${what}`)
  }
  const { statusCode = 0 } = error
  const busy = error instanceof StripeRateLimitError || statusCode === 429 || statusCode === 409
  if (busy || statusCode >= 500) {
    return new PaymentsUnreachable(`The payment provider failed to ${what}: ${describe(error)}`)
  }
  const known = statusCode >= 400 || error instanceof StripeIdempotencyError
  const Failure = known ? PaymentsRefused : PaymentsNonsense
  return new Failure(`The payment provider refused to ${what}: ${describe(error)}`)
}
