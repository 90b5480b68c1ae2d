import { webhookSender } from '#server/adapters/webhooks/webhook-sender.ts'
import { databaseOver } from '#server/database/open-database.ts'
import { openPool, poolLimits } from '#server/database/open-pool.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { deliverWebhook } from '#server/features/delivery/deliver-webhook.ts'
import { makeDeliveryStore } from '#server/features/delivery/delivery-store.ts'
import { deliveredRows } from '#server/wiring/wire-own.ts'

/** Sends the due deliveries of a webhook, in a process that tests can kill. */
const [databaseUrl = '', webhookId = ''] = process.argv.slice(2)
const pool = openPool({ connectionString: databaseUrl }, poolLimits.command)
const db = databaseOver(pool)
const deps = {
  deliveries: makeDeliveryStore(db),
  archive: makeArchiveSearchStore(db),
  listDeliveredRows: deliveredRows(db),
  sender: webhookSender({ named: ['127.0.0.1'] }),
  clock: () => new Date(),
  wakeAfter: () => {},
}
await deliverWebhook(deps, webhookId, new AbortController().signal)
await pool.end()
