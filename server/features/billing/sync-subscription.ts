import type { PaymentMode } from '#contract/billing.ts'
import { requireUser } from '#server/errors.ts'
import { type Payments, PaymentsError } from '#server/payment-ports.ts'
import { type Billing, type BillingCaller, requirePayments, translateFailure } from './require-payments.ts'
import { isPaying, pickSubscription } from './subscription-rules.ts'

export type SyncSubscription = Pick<Billing, 'payments' | 'billing' | 'clock'>

/**
 * The current subscription of the customer. A refunded subscription is cancelled first, and the result shows
 * the state after that.
 */
async function readSubscription(payments: Payments, customerId: string) {
  const picked = pickSubscription(await payments.listSubscriptions(customerId))
  if (picked === null || !isPaying(picked.status)) return picked
  const returned = await Promise.all(picked.paymentIds.map((id) => payments.wasMoneyReturned(id)))
  if (!returned.includes(true)) return picked
  await payments.cancelSubscription(picked.id)
  return pickSubscription(await payments.listSubscriptions(customerId))
}

/**
 * Sets a user's plan to the state at the provider. If calls are concurrent, the one that started last wins.
 * Null if the user is no customer.
 */
export async function syncSubscription(
  { payments, billing, clock }: SyncSubscription,
  userId: string,
  mode: PaymentMode,
) {
  const ticket = await billing.takeTicket(userId, mode)
  if (ticket === null) return null
  const subscription = await readSubscription(requirePayments(payments, mode), ticket.customerId)
  return { ...(await billing.applySubscription(ticket, subscription, clock())), subscription }
}

export type SyncPlan = SyncSubscription & Pick<Billing, 'takeAttempt'>

/**
 * Fetches the user's plan from the provider. `synced` is true if the plan has changed. For users who never
 * paid, nothing is fetched.
 */
export async function syncPlan(deps: SyncPlan, caller: BillingCaller) {
  await deps.takeAttempt(caller)
  const person = requireUser(await deps.billing.findPerson(caller.userId))
  let { tier } = person
  for (const { mode } of person.customers) {
    if (deps.payments[mode] === null) continue
    const synced = await translateFailure(syncSubscription(deps, caller.userId, mode))
    if (synced !== null) tier = synced.tier
  }
  return { synced: tier !== person.tier, tier }
}

type SweepSubscriptions = SyncSubscription & Pick<Billing, 'warn'>

const pageSize = 100
/** The number of concurrent calls. The provider allows far more, but users' requests need them. */
const atOnce = 4
/**
 * After this many consecutive failures the provider counts as unavailable, and the other customers wait for
 * the next run.
 */
const mostFailures = 10

export type Swept = { checked: number; changed: number; failed: number }

async function sweepMode(
  deps: SweepSubscriptions,
  { mode, swept }: { mode: PaymentMode; swept: Swept },
  stopped: AbortSignal,
): Promise<void> {
  let failuresInARow = 0
  const isOver = () => stopped.aborted || failuresInARow >= mostFailures
  const check = async (userId: string) => {
    try {
      const synced = await syncSubscription(deps, userId, mode)
      swept.checked += 1
      if (synced !== null && synced.tier !== synced.before) swept.changed += 1
      failuresInARow = 0
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error
      swept.failed += 1
      failuresInARow += 1
      deps.warn('A subscription could not be checked', { err: error, mode })
    }
  }
  let page = await deps.billing.listCustomersAfter(mode, '', pageSize)
  while (page.length > 0 && !isOver()) {
    const waiting = [...page]
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined && !isOver(); next = waiting.shift())
        await check(next)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    page = await deps.billing.listCustomersAfter(mode, page.at(-1) ?? '', pageSize)
  }
}

/** Synchronises every customer, which makes up for lost events. Stops early on abort. */
export async function sweepSubscriptions(deps: SweepSubscriptions, stopped: AbortSignal): Promise<Swept> {
  const swept = { checked: 0, changed: 0, failed: 0 }
  for (const mode of ['production', 'sandbox'] as const) {
    if (deps.payments[mode] !== null) await sweepMode(deps, { mode, swept }, stopped)
  }
  return swept
}
