import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/billing.ts'
import { serve } from '#server/http/serve.ts'
import { type CreateSubscription, createSubscription } from './create-subscription.ts'
import { type FinalizePayment, finalizePayment } from './finalize-payment.ts'
import { type OpenPortal, openPortal } from './open-portal.ts'
import { type ReadBilling, readBilling } from './read-billing.ts'
import { type SyncPlan, syncPlan } from './sync-subscription.ts'

type BillingRoutes = CreateSubscription & FinalizePayment & SyncPlan & OpenPortal & ReadBilling

export function addBillingRoutes(app: FastifyInstance, deps: BillingRoutes): void {
  serve(app, contract.billingStateEndpoint, ({ caller }) => readBilling(deps, caller.userId))
  serve(app, contract.createSubscriptionEndpoint, ({ caller }) => createSubscription(deps, caller))
  serve(app, contract.finalizePaymentEndpoint, ({ body, caller }) =>
    finalizePayment(deps, caller, body.sessionId),
  )
  serve(app, contract.syncSubscriptionEndpoint, ({ caller }) => syncPlan(deps, caller))
  serve(app, contract.customerPortalEndpoint, ({ caller }) => openPortal(deps, caller))
}
