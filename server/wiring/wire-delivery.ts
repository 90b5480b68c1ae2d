import type { FastifyInstance } from 'fastify'
import { webhookSender } from '#server/adapters/webhooks/webhook-sender.ts'
import { makeToken } from '#server/database/secret-token.ts'
import { layoutMail } from '#server/features/accounts/mail-layout.ts'
import { webhookDuty } from '#server/features/delivery/deliver-webhook.ts'
import { makeDeliveryStore } from '#server/features/delivery/delivery-store.ts'
import { cleanWebhooks } from '#server/features/delivery/manage-webhooks.ts'
import { makeFeedItems } from '#server/features/delivery/read-watch-feed.ts'
import { makeWebhookSecret } from '#server/features/delivery/sign-webhook.ts'
import { addOpenFeedRoutes, addWatchFeedRoutes } from '#server/features/delivery/watch-feed-routes.ts'
import { makeWatchFeedStore } from '#server/features/delivery/watch-feed-store.ts'
import { webhookNoticeDuty } from '#server/features/delivery/webhook-notice.ts'
import { makeWebhookStore } from '#server/features/delivery/webhook-store.ts'
import { addWebhooksRoutes } from '#server/features/delivery/webhooks-routes.ts'
import type { PostReader } from '#server/source-ports.ts'
import { wireMailer } from './wire-accounts.ts'
import { deliveredRows } from './wire-own.ts'
import type { Wired } from './wired.ts'

const testsPerMinute = 10
/** Limits requests that look up a host name that a user typed. */
const addressesPerMinute = 30
/** Limits how often one feed can be read. Requests with the ETag of the current version are not counted. */
const feedReadsPerMinute = 30

function wireWebhooks(wired: Wired, archive: PostReader) {
  const { config, database, clock, publicUrl, jobs, together } = wired
  return {
    webhooks: makeWebhookStore(database.db),
    deliveries: makeDeliveryStore(database.db),
    archive,
    listDeliveredRows: deliveredRows(database.db),
    sender: webhookSender({ named: config.sources.privateHosts }),
    clock,
    wakeAfter: (delayMs: number) => void setTimeout(() => jobs.wake(), delayMs).unref(),
    makeSecret: makeWebhookSecret,
    mayTest: together.rateWindow('tests of webhooks', testsPerMinute),
    mayNameAddress: together.rateWindow('addresses of webhooks', addressesPerMinute),
    isOn: config.delivery.webhooks,
    isSelfHosted: config.isSelfHosted,
    mailer: wireMailer(wired),
    layoutMail,
    publicUrl,
  }
}

export type Delivery = ReturnType<typeof wireDelivery>

/** Delivers the new posts of watches to their owners: feeds and webhooks. */
export function wireDelivery(wired: Wired, archive: PostReader) {
  const { config, database, publicUrl, together } = wired
  const feeds = {
    store: makeWatchFeedStore(database.db),
    archive,
    listDeliveredRows: deliveredRows(database.db),
    makeToken,
    publicUrl,
    mayReadFeed: together.rateWindow('reads of feeds', feedReadsPerMinute),
    items: makeFeedItems(),
    isOn: config.delivery.feeds,
  }
  const hooks = wireWebhooks(wired, archive)
  return {
    addRoutes: (app: FastifyInstance) => {
      addWatchFeedRoutes(app, feeds)
      addWebhooksRoutes(app, hooks)
    },
    addOpenRoutes: (app: FastifyInstance) => addOpenFeedRoutes(app, feeds),
    duties: [...(hooks.isOn ? [webhookDuty(hooks)] : []), webhookNoticeDuty(hooks)],
    clean: () => cleanWebhooks(hooks),
  }
}
