import type { FastifyInstance } from 'fastify'
import {
  billingStateEndpoint,
  createSubscriptionEndpoint,
  customerPortalEndpoint,
  finalizePaymentEndpoint,
  syncSubscriptionEndpoint,
} from '#contract/billing.ts'
import { serve } from '#server/http/serve.ts'
import { type CreateSubscription, createSubscription } from './create-subscription.ts'
import { type FinalizePayment, finalizePayment } from './finalize-payment.ts'
import { type OpenPortal, openPortal } from './open-portal.ts'
import { type ReadBilling, readBilling } from './read-billing.ts'
import { type SyncPlan, syncPlan } from './sync-subscription.ts'

export type BillingRoutes = CreateSubscription & FinalizePayment & SyncPlan & OpenPortal & ReadBilling

export function addBillingRoutes(app: FastifyInstance, deps: BillingRoutes): void {
  serve(app, billingStateEndpoint, ({ caller }) => readBilling(deps, caller.userId))
  serve(app, createSubscriptionEndpoint, ({ caller }) => createSubscription(deps, caller))
  serve(app, finalizePaymentEndpoint, ({ body, caller }) => finalizePayment(deps, caller, body.sessionId))
  serve(app, syncSubscriptionEndpoint, ({ caller }) => syncPlan(deps, caller))
  serve(app, customerPortalEndpoint, ({ caller }) => openPortal(deps, caller))
}
