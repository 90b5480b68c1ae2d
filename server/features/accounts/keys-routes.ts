import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/api-keys.ts'
import { serve } from '#server/doors/web/serve.ts'
import {
  endKey,
  listCallingKeys,
  listKeys,
  type ManageKeys,
  makeKey,
  revokeKey,
  type WatchCalls,
} from './manage-keys.ts'

export function addKeysRoutes(app: FastifyInstance, deps: ManageKeys & WatchCalls): void {
  serve(app, contract.listKeysEndpoint, ({ caller }) => listKeys(deps, caller))
  serve(app, contract.makeKeyEndpoint, ({ caller, body }) => makeKey(deps, caller, body))
  serve(app, contract.revokeKeyEndpoint, ({ caller, params }) => revokeKey(deps, caller, params.keyId))
  serve(app, contract.callingKeysEndpoint, () => listCallingKeys(deps))
  serve(app, contract.endKeyEndpoint, ({ caller, params }) => endKey(deps, caller, params.apiKeyId))
}
