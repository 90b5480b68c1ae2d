import { webhookSender } from '#server/adapters/webhooks/webhook-sender.ts'
import type { Database } from '#server/database/open-database.ts'
import { layoutMail } from '#server/features/accounts/mail-layout.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { type DeliveryStore, makeDeliveryStore } from '#server/features/delivery/delivery-store.ts'
import type { Mailer } from '#server/mail-ports.ts'
import { deliveredRows } from '#server/wiring/wire-own.ts'

/** The dependencies of delivering to webhooks on loopback. */
export function deliveryDeps(db: Database, clock: () => Date) {
  return {
    deliveries: makeDeliveryStore(db),
    archive: makeArchiveSearchStore(db),
    listDeliveredRows: deliveredRows(db),
    sender: webhookSender({ named: ['127.0.0.1'] }),
    clock,
    wakeAfter: () => {},
  }
}

/** The dependencies of notifying the owner of a webhook. */
export function tellingDeps(deliveries: DeliveryStore, mailer: Mailer) {
  return { deliveries, mailer, layoutMail, publicUrl: 'https://unmet.test' }
}
