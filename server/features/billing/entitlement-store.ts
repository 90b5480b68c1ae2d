import { eq, sql } from 'drizzle-orm'
import type { SubscriptionTier } from '#contract/accounts.ts'
import type { Database } from '#server/database/open-database.ts'
import { users } from '#server/database/schema.ts'
import { lockPlan, settlePlan } from './plan-store.ts'

export type EntitledPerson = { email: string; tier: SubscriptionTier }

export type EntitlementStore = ReturnType<typeof makeEntitlementStore>

export function makeEntitlementStore(db: Database) {
  return {
    /** Null takes the entitlement back. Returns the person with the plan they have now; null when there is none. */
    async setEntitlement(userId: string, grantedAt: Date | null): Promise<EntitledPerson | null> {
      return db.transaction(async (transaction) => {
        await lockPlan(transaction, userId)
        const since = grantedAt === null ? null : sql`coalesce(${users.proGrantedAt}, ${grantedAt})`
        const [person] = await transaction
          .update(users)
          .set({ proGrantedAt: since })
          .where(eq(users.id, userId))
          .returning({ email: users.email })
        if (person === undefined) return null
        return { email: person.email, tier: await settlePlan(transaction, userId) }
      })
    },
  }
}
