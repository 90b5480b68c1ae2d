import type { PaymentMode } from '#contract/billing.ts'
import type { Clock } from '#server/clock.ts'
import { NotReady } from '#server/errors.ts'
import { MailError, type Mailer } from '#server/mail-ports.ts'
import { type Payments, PaymentsError } from '#server/payment-ports.ts'
import { type DiscussionSource, SourceError } from '#server/source-ports.ts'

export type Condition = {
  condition: 'ok' | 'failing' | 'unused'
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  /**
   * The message of the failure if it is one of our own errors. Other messages may contain addresses, so they
   * are not stored.
   */
  lastFailure: string | null
}

export type HealthWatch = ReturnType<typeof makeHealthWatch>

/** The conditions that one process has recorded, by name. */
export type ToldHealth = { startedAt: Date; seen: [name: string, condition: Condition][] }

/** Called with every recorded outcome, so that metrics can count it. */
type Listener = {
  expect: (name: string) => void
  count: (name: string, outcome: 'ok' | 'failed', seconds: number) => void
}

const unused: Condition = {
  condition: 'unused',
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailure: null,
}

/** Only the messages of our own errors are known to contain neither addresses nor secrets. */
function describeReason(error: unknown): string {
  const isOurs = [SourceError, MailError, PaymentsError, NotReady].some((kind) => error instanceof kind)
  return isOurs && error instanceof Error ? error.message : 'Something unexpected happened; see the log.'
}

type Watch = <T>(name: string, work: () => Promise<T>) => Promise<T>

function watchPayments(watch: Watch, mode: PaymentMode, payments: Payments): Payments {
  const asked = <T>(work: () => Promise<T>) => watch(`payments ${mode}`, work)
  return {
    openCustomer: (person) => asked(() => payments.openCustomer(person)),
    changeEmail: (id, email) => asked(() => payments.changeEmail(id, email)),
    deleteCustomer: (customerId) => asked(() => payments.deleteCustomer(customerId)),
    listSubscriptions: (customerId) => asked(() => payments.listSubscriptions(customerId)),
    cancelSubscription: (subscriptionId) => asked(() => payments.cancelSubscription(subscriptionId)),
    wasMoneyReturned: (invoiceId) => asked(() => payments.wasMoneyReturned(invoiceId)),
    startCheckout: (wanted) => asked(() => payments.startCheckout(wanted)),
    findCheckout: (sessionId) => asked(() => payments.findCheckout(sessionId)),
    openPortal: (customerId, returnUrl) => asked(() => payments.openPortal(customerId, returnUrl)),
    findPrice: (priceId) => asked(() => payments.findPrice(priceId)),
    findChargeCustomer: (chargeId) => asked(() => payments.findChargeCustomer(chargeId)),
    // A wrong signature does not count as a failure of the provider, because anybody can send one.
    readEvent: (body, signature, now) => payments.readEvent(body, signature, now),
  }
}

/** Records the last success and failure of each external service. */
export function makeHealthWatch(clock: Clock) {
  const startedAt = clock()
  const seen = new Map<string, Condition>()
  const read = (name: string): Condition => seen.get(name) ?? unused
  let listener: Listener | null = null

  async function watch<T>(name: string, work: () => Promise<T>): Promise<T> {
    const beganMs = performance.now()
    const tell = (outcome: 'ok' | 'failed') =>
      listener?.count(name, outcome, (performance.now() - beganMs) / 1000)
    try {
      const outcome = await work()
      tell('ok')
      seen.set(name, { ...read(name), condition: 'ok', lastSuccessAt: clock() })
      return outcome
    } catch (error) {
      tell('failed')
      const failure = { lastFailureAt: clock(), lastFailure: describeReason(error) }
      seen.set(name, { ...read(name), condition: 'failing', ...failure })
      throw error
    }
  }

  return {
    read,
    watch,

    /** The state of this process, for the other processes of the product. */
    tell: (): ToldHealth => ({ startedAt, seen: [...seen] }),

    onOutcome(told: Listener): void {
      listener = told
    },

    watchSource: (source: DiscussionSource): DiscussionSource => {
      listener?.expect(`source ${source.name}`)
      return {
        ...source,
        search: (query, limits) => watch(`source ${source.name}`, () => source.search(query, limits)),
      }
    },

    watchBilling<B extends { payments: Record<PaymentMode, Payments | null> }>(billing: B): B {
      const { production, sandbox } = billing.payments
      const payments = {
        production: production && watchPayments(watch, 'production', production),
        sandbox: sandbox && watchPayments(watch, 'sandbox', sandbox),
      }
      return { ...billing, payments }
    },

    watchMailer: (mailer: Mailer): Mailer => ({
      send: (mail) => watch('mail', () => mailer.send(mail)),
    }),
  }
}

const latest = (one: Date | null, other: Date | null) => ((one ?? 0) > (other ?? 0) ? one : other)
const lastAt = ({ lastSuccessAt, lastFailureAt }: Condition) => latest(lastSuccessAt, lastFailureAt)

/** Joins the states of two processes: the newer condition, the latest success and the latest failure. */
function both(one: Condition, other: Condition): Condition {
  const [later, earlier] = (lastAt(one) ?? 0) > (lastAt(other) ?? 0) ? [one, other] : [other, one]
  const failed = latest(later.lastFailureAt, earlier.lastFailureAt) === later.lastFailureAt ? later : earlier
  return {
    condition: later.condition,
    lastSuccessAt: latest(later.lastSuccessAt, earlier.lastSuccessAt),
    lastFailureAt: failed.lastFailureAt,
    lastFailure: failed.lastFailure,
  }
}

/** Joins the conditions that the processes of one product have recorded. */
export function joinHealth(told: readonly ToldHealth[]) {
  const seen = new Map<string, Condition>()
  for (const [name, condition] of told.flatMap((one) => one.seen))
    seen.set(name, both(seen.get(name) ?? unused, condition))
  const startedAt = new Date(Math.min(...told.map((one) => one.startedAt.getTime())))
  return { startedAt, read: (name: string): Condition => seen.get(name) ?? unused }
}
