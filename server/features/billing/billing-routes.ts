import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/billing.ts'
import { paymentMode } from '#contract/billing.ts'
import { serve } from '#server/doors/web/serve.ts'
import {
  type CreateSubscription,
  createSubscription,
  finalizePayment,
  openPortal,
  readBilling,
} from './own-billing.ts'
import { type ReceiveEvent, receiveEvent } from './receive-event.ts'
import { syncPlan } from './sync-subscription.ts'

export function addBillingRoutes(app: FastifyInstance, deps: CreateSubscription): void {
  serve(app, contract.billingStateEndpoint, ({ caller }) => readBilling(deps, caller.userId))
  serve(app, contract.createSubscriptionEndpoint, ({ caller }) => createSubscription(deps, caller))
  serve(app, contract.finalizePaymentEndpoint, ({ body, caller }) =>
    finalizePayment(deps, caller, body.sessionId),
  )
  serve(app, contract.syncSubscriptionEndpoint, ({ caller }) => syncPlan(deps, caller))
  serve(app, contract.customerPortalEndpoint, ({ caller }) => openPortal(deps, caller))
}

/** The provider's events are larger than requests of users. */
const eventBytes = 512 * 1024

/** Calls of the payment provider, without sessions: authenticated by a signature over the raw bytes. */
export async function addWebhookRoutes(app: FastifyInstance, deps: ReceiveEvent): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  for (const mode of paymentMode.options) {
    app.route<{ Body: Uint8Array | null }>({
      method: 'POST',
      url: `/api/webhooks/stripe/${mode}`,
      bodyLimit: eventBytes,
      config: { acceptsOtherSites: true },
      handler: async (request, reply) => {
        const header = request.headers['stripe-signature']
        const signature = typeof header === 'string' ? header : ''
        await receiveEvent(deps, { mode, body: request.body ?? new Uint8Array(), signature })
        return reply.header('cache-control', 'no-store').send({ received: true })
      },
    })
  }
}
