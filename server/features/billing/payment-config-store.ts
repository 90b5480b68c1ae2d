import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { paymentConfig } from '#server/database/schema.ts'
import { settlePlans } from './plan-store.ts'

export type SavedPaymentConfig = Pick<
  typeof paymentConfig.$inferSelect,
  'mode' | 'productionPriceId' | 'sandboxPriceId' | 'lastModifiedAt'
>

/** A price of null takes the saved one away. */
export type PaymentConfigChange = Partial<Omit<SavedPaymentConfig, 'lastModifiedAt'>>

export type PaymentConfigStore = ReturnType<typeof makePaymentConfigStore>

const columns = pickColumns(paymentConfig, 'mode', 'productionPriceId', 'sandboxPriceId', 'lastModifiedAt')

function requireRow(row: SavedPaymentConfig | undefined): SavedPaymentConfig {
  if (row === undefined) throw new Error('The table payment_config has lost its row')
  return row
}

export function makePaymentConfigStore(db: Database) {
  return {
    async readConfig(): Promise<SavedPaymentConfig> {
      const [row] = await db.select(columns).from(paymentConfig)
      return requireRow(row)
    },

    /** Another mode changes who has Pro, so everybody's plan is settled with it, both or neither. */
    async saveConfig(
      change: PaymentConfigChange,
      by: { adminId: string | null; at: Date },
    ): Promise<SavedPaymentConfig> {
      return db.transaction(async (transaction) => {
        const [row] = await transaction
          .update(paymentConfig)
          .set({ ...change, lastModifiedBy: by.adminId, lastModifiedAt: by.at })
          .where(sql`true`)
          .returning(columns)
        await settlePlans(transaction, null)
        return requireRow(row)
      })
    },
  }
}
