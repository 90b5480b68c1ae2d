import { PaymentsUnreachable } from '#server/ports.ts'
import { isMissing, paymentsFailure } from './stripe-failure.ts'

/** Makes one call to the provider, whatever its retries, end in time and fail with a `PaymentsError` only. */
export type Ask = <T>(what: string, call: () => Promise<T>) => Promise<T>

export function boundedCall(totalMs: number): Ask {
  return async (what, call) => {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const tooLate = new PaymentsUnreachable(`The payment provider did not answer in time to ${what}`)
    const timer = setTimeout(() => reject(tooLate), totalMs)
    try {
      return await Promise.race([call(), late])
    } catch (error) {
      throw paymentsFailure(what, error)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** What the provider does not have, or not in this mode, counts as `otherwise`. */
export async function unlessMissing<T, U>(call: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await call
  } catch (error) {
    if (isMissing(error)) return otherwise
    throw error
  }
}
