import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/billing.ts'
import { serve } from '#server/doors/web/serve.ts'
import { serveOpen } from '#server/doors/web/serve-open.ts'
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

/** Limits how often requests may call the payment provider. */
export function addWebhookRoutes(app: FastifyInstance, deps: ReceiveEvent): void {
  serveOpen(app, contract.paymentEventEndpoint, async ({ params: { mode }, body, header }) => {
    await receiveEvent(deps, { mode, body, signature: header('stripe-signature') })
    return { received: true }
  })
}
