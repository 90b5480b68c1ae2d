import { paymentModes, subscriptionStatuses } from '#contract/billing.ts'
import { ownerId } from './account-schema.ts'
import { adminUsers } from './admin-schema.ts'
import { createdAt, instant } from './columns.ts'
import { index, pgTable, primaryKey, sql, unique, uniqueIndex } from './drizzle.ts'

/**
 * A user's customer at the payment provider, with its last known state. A user can have one customer for live
 * payments and one for test mode.
 */
export const billingCustomers = pgTable(
  'billing_customers',
  (t) => ({
    userId: ownerId(),
    mode: t.varchar('mode', { enum: paymentModes }).notNull(),
    customerId: t.text('customer_id').notNull(),
    subscriptionId: t.text('subscription_id'),
    status: t.varchar('status', { enum: subscriptionStatuses }).notNull().default('none'),
    priceId: t.text('price_id'),
    periodEnd: instant('period_end'),
    cancelAt: instant('cancel_at'),
    /**
     * A version number taken before the provider is called. A response is only written if this number is
     * above `applied`.
     */
    ticket: t.bigint('ticket', { mode: 'number' }).notNull().default(0),
    applied: t.bigint('applied', { mode: 'number' }).notNull().default(0),
    checkedAt: instant('checked_at'),
    /** Whether the provider still has to learn the user's new address. */
    emailDue: t.boolean('email_due').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.userId, table.mode] }),
    unique('billing_customers_customer').on(table.mode, table.customerId),
  ],
)

/** Announced when a user's address has changed. */
export const customerEmailWork = 'customer email'

/**
 * Events received from the provider. If an event without `doneAt` is delivered again, it is processed again.
 */
export const stripeEvents = pgTable(
  'stripe_events',
  (t) => ({
    mode: t.varchar('mode', { enum: paymentModes }).notNull(),
    eventId: t.text('event_id').notNull(),
    type: t.text('type').notNull(),
    seenAt: instant('seen_at').notNull(),
    doneAt: instant('done_at'),
  }),
  (table) => [
    primaryKey({ columns: [table.mode, table.eventId] }),
    index('stripe_events_seen').on(table.seenAt),
  ],
)

/** One row. */
export const paymentConfig = pgTable(
  'payment_config',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    mode: t
      .varchar('mode', { enum: ['production', 'sandbox'] })
      .notNull()
      .default('production'),
    productionPriceId: t.varchar('production_price_id'),
    sandboxPriceId: t.varchar('sandbox_price_id'),
    lastModifiedBy: t.uuid('last_modified_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    lastModifiedAt: instant('last_modified_at'),
    createdAt,
  }),
  () => [uniqueIndex('payment_config_only').on(sql`(true)`)],
)
