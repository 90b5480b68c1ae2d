import { eq } from 'drizzle-orm'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { adminUsers, paymentConfig } from '#server/database/schema.ts'

export type PaymentSettingsStore = ReturnType<typeof makePaymentSettingsStore>

export function makePaymentSettingsStore(db: Database) {
  return {
    async readSettings() {
      const [row] = await db
        .select({
          ...pickColumns(paymentConfig, 'mode', 'productionPriceId', 'sandboxPriceId', 'lastModifiedAt'),
          lastModifiedBy: adminUsers.username,
        })
        .from(paymentConfig)
        .leftJoin(adminUsers, eq(adminUsers.id, paymentConfig.lastModifiedBy))
      if (row === undefined) throw new Error('The table payment_config has lost its row')
      return row
    },
  }
}
