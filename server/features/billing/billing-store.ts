import type { SubscriptionTier } from '#contract/accounts.ts'
import type { PaymentMode } from '#contract/billing.ts'
import { users } from '#server/database/account-schema.ts'
import { billingCustomers, customerEmailWork, stripeEvents } from '#server/database/billing-schema.ts'
import { and, asc, eq, gt, lt, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Statements } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import type { ProviderSubscription } from '#server/payment-ports.ts'
import { lockPlan, settlePlan } from './plan-store.ts'

/**
 * A fencing token, taken before the provider is called. If two responses arrive, the one with the higher
 * number is newer.
 */
type Ticket = { userId: string; mode: PaymentMode; customerId: string; ticket: number }

/** The other ones are listed once these are done. */
const mostListed = 200

const customerOf = (userId: string, mode: PaymentMode) =>
  and(eq(billingCustomers.userId, userId), eq(billingCustomers.mode, mode))

const columnsOf = (subscription: ProviderSubscription | null) => ({
  subscriptionId: subscription?.id ?? null,
  status: subscription?.status ?? ('none' as const),
  priceId: subscription?.priceId ?? null,
  periodEnd: subscription?.periodEndsAt ?? null,
  cancelAt: subscription?.cancelAt ?? null,
})

function customerLists(db: Statements) {
  return {
    async listCustomersAfter(mode: PaymentMode, userId: string, limit: number): Promise<string[]> {
      const rows = await db
        .select({ userId: billingCustomers.userId })
        .from(billingCustomers)
        .where(and(eq(billingCustomers.mode, mode), gt(billingCustomers.userId, userId)))
        .orderBy(asc(billingCustomers.userId))
        .limit(limit)
      return rows.map((row) => row.userId)
    },
  }
}

function customerQueries(db: Statements) {
  return {
    async findPerson(userId: string) {
      const rows = await db
        .select({
          email: users.email,
          tier: users.subscriptionTier,
          grantedAt: users.proGrantedAt,
          customer: billingCustomers,
        })
        .from(users)
        .leftJoin(billingCustomers, eq(billingCustomers.userId, users.id))
        .where(eq(users.id, userId))
      const [first] = rows
      if (first === undefined) return null
      const customers = rows.flatMap(({ customer }) => customer ?? [])
      return { email: first.email, tier: first.tier, granted: first.grantedAt !== null, customers }
    },

    async findOwner(mode: PaymentMode, customerId: string): Promise<string | null> {
      const [row] = await db
        .select({ userId: billingCustomers.userId })
        .from(billingCustomers)
        .where(and(eq(billingCustomers.mode, mode), eq(billingCustomers.customerId, customerId)))
      return row?.userId ?? null
    },

    /**
     * Replaces the customer of a user. Payments of the old customer no longer count, and pending responses
     * about that customer are ignored. Returns the stored id, which a concurrent call may have set.
     */
    async saveCustomer(
      userId: string,
      mode: PaymentMode,
      ids: { known: string | null; now: string; email: string },
    ) {
      return inTransaction(db, async (transaction) => {
        await lockPlan(transaction, userId)
        // The address may have changed while the provider made the customer.
        const hasOther = sql<boolean>`(select email <> ${ids.email} from users where id = ${userId})`
        await transaction
          .insert(billingCustomers)
          .values({ userId, mode, customerId: ids.now, emailDue: hasOther })
          .onConflictDoUpdate({
            target: [billingCustomers.userId, billingCustomers.mode],
            set: {
              customerId: ids.now,
              emailDue: hasOther,
              ...columnsOf(null),
              ticket: sql`${billingCustomers.ticket} + 1`,
              applied: sql`${billingCustomers.ticket} + 1`,
            },
            setWhere: sql`${billingCustomers.customerId} = ${ids.known} and ${ids.known} <> ${ids.now}`,
          })
        await settlePlan(transaction, userId)
        const [stored] = await transaction
          .select({ customerId: billingCustomers.customerId })
          .from(billingCustomers)
          .where(customerOf(userId, mode))
        return stored?.customerId ?? ids.now
      })
    },
  }
}

type EmailDue = { customerId: string; email: string }

/** Customers whose address at the provider is not that of the user. */
function emailQueries(db: Statements) {
  return {
    emailWork: customerEmailWork,

    async listEmailsDue(): Promise<{ userId: string; mode: PaymentMode }[]> {
      return db
        .select({ userId: billingCustomers.userId, mode: billingCustomers.mode })
        .from(billingCustomers)
        .where(eq(billingCustomers.emailDue, true))
        .limit(mostListed)
    },

    async findEmailDue(userId: string, mode: PaymentMode): Promise<EmailDue | null> {
      const [row] = await db
        .select({ customerId: billingCustomers.customerId, email: users.email })
        .from(billingCustomers)
        .innerJoin(users, eq(users.id, billingCustomers.userId))
        .where(and(customerOf(userId, mode), eq(billingCustomers.emailDue, true)))
      return row ?? null
    },

    /** Nothing is noted if the address or the customer has changed in the meantime. */
    async noteEmailTold(userId: string, mode: PaymentMode, told: EmailDue): Promise<void> {
      await db.execute(sql`
        update billing_customers set email_due = false from users
        where users.id = user_id and email = ${told.email} and customer_id = ${told.customerId}
          and user_id = ${userId} and mode = ${mode}`)
    },
  }
}

function subscriptionQueries(db: Statements) {
  return {
    /** Null if the user is no customer in this mode. */
    async takeTicket(userId: string, mode: PaymentMode): Promise<Ticket | null> {
      const [row] = await db
        .update(billingCustomers)
        .set({ ticket: sql`${billingCustomers.ticket} + 1` })
        .where(customerOf(userId, mode))
        .returning({ ticket: billingCustomers.ticket, customerId: billingCustomers.customerId })
      return row === undefined ? null : { userId, mode, ...row }
    },

    /**
     * Stores the provider's state and updates the plan. If a newer state is stored, changes nothing, and
     * `applied` is false.
     */
    async applySubscription(
      { userId, mode, customerId, ticket }: Ticket,
      subscription: ProviderSubscription | null,
      checkedAt: Date,
    ): Promise<{ applied: boolean; before: SubscriptionTier; tier: SubscriptionTier }> {
      return inTransaction(db, async (transaction) => {
        const before = (await lockPlan(transaction, userId)) ?? 'free'
        const written = await transaction
          .update(billingCustomers)
          .set({ ...columnsOf(subscription), applied: ticket, checkedAt })
          .where(
            and(
              customerOf(userId, mode),
              eq(billingCustomers.customerId, customerId),
              lt(billingCustomers.applied, ticket),
            ),
          )
        if (written.rowCount === 0) return { applied: false, before, tier: before }
        return { applied: true, before, tier: await settlePlan(transaction, userId) }
      })
    },

    /**
     * Null revokes Pro that was granted. Returns the user with the resulting plan. Null if the user is
     * unknown.
     */
    async setEntitlement(userId: string, grantedAt: Date | null) {
      return inTransaction(db, async (transaction) => {
        await lockPlan(transaction, userId)
        const since = grantedAt === null ? null : sql`coalesce(${users.proGrantedAt}, ${grantedAt})`
        const [person] = await transaction
          .update(users)
          .set({ proGrantedAt: since })
          .where(eq(users.id, userId))
          .returning({ email: users.email })
        return person === undefined ? null : { ...person, tier: await settlePlan(transaction, userId) }
      })
    },
  }
}

export function makeBillingStore(db: Statements) {
  return { ...customerLists(db), ...customerQueries(db), ...emailQueries(db), ...subscriptionQueries(db) }
}

type SeenEvent = { mode: PaymentMode; id: string; type: string; at: Date }

const isEvent = (mode: PaymentMode, id: string) =>
  and(eq(stripeEvents.mode, mode), eq(stripeEvents.eventId, id))

export function makePaymentEventStore(db: Database) {
  return {
    /** Records an event once. Returns true until the event is processed, however often it arrives. */
    async noteEvent({ mode, id, type, at }: SeenEvent): Promise<boolean> {
      const seen = { mode, eventId: id, type, seenAt: at }
      const { rowCount } = await db.insert(stripeEvents).values(seen).onConflictDoNothing()
      if (rowCount === 1) return true
      const [known] = await db
        .select({ doneAt: stripeEvents.doneAt })
        .from(stripeEvents)
        .where(isEvent(mode, id))
      return known?.doneAt == null
    },

    async finishEvent(mode: PaymentMode, id: string, at: Date): Promise<void> {
      await db.update(stripeEvents).set({ doneAt: at }).where(isEvent(mode, id))
    },

    async deleteEventsBefore(time: Date): Promise<void> {
      await db.delete(stripeEvents).where(lt(stripeEvents.seenAt, time))
    },
  }
}
