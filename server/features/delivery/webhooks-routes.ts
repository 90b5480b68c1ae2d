import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/webhooks.ts'
import { serve } from '#server/doors/web/serve.ts'
import {
  addWebhook,
  changeSecret,
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  type ManageWebhooks,
  replayDelivery,
  testWebhook,
} from './manage-webhooks.ts'

export function addWebhooksRoutes(app: FastifyInstance, deps: ManageWebhooks): void {
  serve(app, contract.listWebhooksEndpoint, ({ caller }) => listWebhooks(deps, caller))
  serve(app, contract.addWebhookEndpoint, ({ caller, body }) => addWebhook(deps, caller, body))
  serve(app, contract.changeWebhookEndpoint, ({ caller, params, body }) =>
    changeWebhook(deps, { ...caller, id: params.webhookId }, body),
  )
  serve(app, contract.deleteWebhookEndpoint, ({ caller, params }) =>
    deleteWebhook(deps, caller.userId, params.webhookId),
  )
  serve(app, contract.changeSecretEndpoint, ({ caller, params, query }) =>
    changeSecret(deps, caller.userId, { id: params.webhookId, ...query }),
  )
  serve(app, contract.testWebhookEndpoint, ({ caller, params }) =>
    testWebhook(deps, caller.userId, params.webhookId),
  )
  serve(app, contract.listDeliveriesEndpoint, ({ caller, params }) =>
    listDeliveries(deps, caller.userId, params.webhookId),
  )
  serve(app, contract.replayDeliveryEndpoint, ({ caller, params }) =>
    replayDelivery(deps, caller.userId, params),
  )
}
