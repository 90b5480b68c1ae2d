/** Counts a call that asks the payment provider. Throws `too_many_attempts`. */
export type TakeBillingAttempt = (caller: { userId: string; address: string }) => Promise<void>
