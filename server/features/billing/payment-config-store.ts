import { adminUsers } from '#server/database/admin-schema.ts'
import { paymentConfig } from '#server/database/billing-schema.ts'
import { eq, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Statements } from '#server/database/in-transaction.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { settlePlans } from './plan-store.ts'

/** Null removes the saved price. */
export type PaymentConfigChange = Partial<
  Pick<typeof paymentConfig.$inferSelect, 'mode' | 'productionPriceId' | 'sandboxPriceId'>
>

/** The mode and the prices before a change. A price is null if none was saved. */
export type PaymentConfigBefore = Required<PaymentConfigChange> &
  Pick<typeof paymentConfig.$inferSelect, 'lastModifiedAt'>

export type PaymentConfigStore = ReturnType<typeof makePaymentConfigStore>

function refuseEmpty(): never {
  throw new Error('The table payment_config has lost its row')
}

export function makePaymentConfigStore(db: Statements) {
  return {
    async readConfig() {
      const [row] = await db
        .select({
          ...pickColumns(paymentConfig, 'mode', 'productionPriceId', 'sandboxPriceId', 'lastModifiedAt'),
          lastModifiedBy: adminUsers.username,
        })
        .from(paymentConfig)
        .leftJoin(adminUsers, eq(adminUsers.id, paymentConfig.lastModifiedBy))
      return row ?? refuseEmpty()
    },

    /**
     * Returns what was saved before, and since when. A change of the mode changes who has Pro, so all plans are
     * updated in the same transaction.
     */
    async saveConfig(
      change: PaymentConfigChange,
      by: { adminId: string | null; at: Date },
    ): Promise<PaymentConfigBefore> {
      return inTransaction(db, async (transaction) => {
        // The lock makes concurrent changes follow each other, so that each one knows what it replaces.
        const [before] = await transaction
          .select(pickColumns(paymentConfig, 'mode', 'productionPriceId', 'sandboxPriceId', 'lastModifiedAt'))
          .from(paymentConfig)
          .for('update')
        // Throwing rolls back the caller's changes in the same transaction as well, such as an audit log
        // entry.
        if (before === undefined) return refuseEmpty()
        await transaction
          .update(paymentConfig)
          .set({ ...change, lastModifiedBy: by.adminId, lastModifiedAt: by.at })
          .where(sql`true`)
        await settlePlans(transaction, null)
        return before
      })
    },
  }
}
