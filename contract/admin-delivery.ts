import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** The limits per person on each plan. */
const byPlan = z.object({ free: z.int(), pro: z.int() })

/** A webhook that fails. Only the host of its URL is shown, because the rest may contain a secret. */
const failingWebhook = z.object({
  id: z.string(),
  email: z.string(),
  watch: z.string(),
  host: z.string(),
  /** Null while deliveries are still tried. */
  offBecause: z.nullable(z.enum(['gone', 'failed'])),
  failure: z.nullable(z.string()),
  waiting: z.int(),
})
export type FailingWebhook = z.infer<typeof failingWebhook>

/**
 * The state of watches, feeds, webhooks and digests. "Day" means the last 24 hours. `on` is the operator's
 * setting.
 */
const adminDelivery = z.object({
  watches: z.object({
    total: z.int(),
    paused: z.int(),
    accounts: z.int(),
    foundInDay: z.int(),
    most: byPlan,
  }),
  feeds: z.object({ on: z.boolean(), total: z.int() }),
  webhooks: z.object({
    on: z.boolean(),
    total: z.int(),
    /** The number of webhooks that were switched off because they failed. */
    off: z.int(),
    most: byPlan,
    mostDeliveriesInDay: z.int(),
  }),
  deliveries: z.object({ acceptedInDay: z.int(), failedInDay: z.int(), waiting: z.int() }),
  digests: z.object({
    /** True if digests are switched on and a mail server is configured. */
    on: z.boolean(),
    readers: z.int(),
    /** The number of digests that ended because their address was refused. */
    ended: z.int(),
    sentInDay: z.int(),
    waiting: z.int(),
  }),
  /** The failing webhooks, starting with the webhook whose delivery has waited longest. */
  failing: z.array(failingWebhook),
})
export type AdminDelivery = z.infer<typeof adminDelivery>

export const adminDeliveryEndpoint = defineEndpoint('GET /api/admin/delivery', 'admin', {
  output: adminDelivery,
})
