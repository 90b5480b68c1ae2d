import type { SubscriptionTier } from '#contract/accounts.ts'
import { users } from '#server/database/account-schema.ts'
import { eq, sql } from '#server/database/drizzle.ts'
import type { Transaction } from '#server/database/in-transaction.ts'
import { liveStatuses, payingStatuses } from './subscription-rules.ts'

const paying = (table: string) => sql`${sql.identifier(table)}.status in ${payingStatuses}`
const inProduction = sql`(config.mode = 'production' or paid.status in ${liveStatuses})`

/**
 * Computes the columns of `users` for plan, customer and subscription from granted Pro, payments and the
 * mode, for one user or for all. No other code writes these columns. Live payments count in both modes; test
 * payments count only in the sandbox (ADR 10).
 */
export async function settlePlans(transaction: Transaction, userId: string | null): Promise<void> {
  await transaction.execute(sql`
    update users set
      subscription_tier = plan.tier,
      stripe_customer_id = plan.customer_id,
      stripe_subscription_id = plan.subscription_id,
      updated_at = now()
    from (
      select person.id,
        case when person.pro_granted_at is not null or ${paying('paid')}
            or (config.mode = 'sandbox' and ${paying('tried')}) then 'pro' else 'free' end as tier,
        case when ${inProduction} then paid.customer_id else tried.customer_id end as customer_id,
        case when ${inProduction} then paid.subscription_id else tried.subscription_id end as subscription_id
      from users person
      cross join payment_config config
      left join billing_customers paid on paid.user_id = person.id and paid.mode = 'production'
      left join billing_customers tried on tried.user_id = person.id and tried.mode = 'sandbox'
      where ${userId === null ? sql`person.id in (select user_id from billing_customers)` : sql`person.id = ${userId}`}
    ) plan
    where users.id = plan.id
      and (users.subscription_tier, users.stripe_customer_id, users.stripe_subscription_id)
        is distinct from (plan.tier, plan.customer_id, plan.subscription_id)`)
}

/** Locks mode and user until the transaction ends. */
export async function lockPlan(transaction: Transaction, userId: string): Promise<SubscriptionTier | null> {
  await transaction.execute(sql`select mode from payment_config for share`)
  return readTier(transaction, userId, true)
}

async function readTier(transaction: Transaction, userId: string, lock = false) {
  const query = transaction.select({ tier: users.subscriptionTier }).from(users).where(eq(users.id, userId))
  const [row] = lock ? await query.for('update') : await query
  return row?.tier ?? null
}

export async function settlePlan(transaction: Transaction, userId: string): Promise<SubscriptionTier> {
  await settlePlans(transaction, userId)
  return (await readTier(transaction, userId)) ?? 'free'
}
