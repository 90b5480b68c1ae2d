import * as z from 'zod/mini'
import { acknowledgement } from './accounts.ts'
import { defineEndpoint, keyScopes } from './endpoint.ts'
import { limits } from './limits.ts'
import { givenName, uuidOrNone } from './text.ts'

const keyScope = z.enum(keyScopes, 'A scope is search, watches or own')

/** Ended keys stay in the list for a month. */
const keyState = z.enum(['active', 'expired', 'ended_by_operator'])

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(keyScope),
  state: keyState,
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type ApiKey = z.infer<typeof apiKey>

const apiKeysReply = z.object({
  /** Whether the operator's setting lets this account create keys: yes, only with Pro, or no. */
  available: z.enum(['yes', 'with_pro', 'no']),
  most: z.int(),
  /** Newest first. */
  keys: z.array(apiKey),
})
export type ApiKeysReply = z.infer<typeof apiKeysReply>

const days = `A key is valid for 1 to ${limits.apiKeyDays.most} days`

export const listKeysEndpoint = defineEndpoint('GET /api/keys', 'user', { output: apiKeysReply })

/** `secret`, the key itself, is returned only here, because only its hash is stored. */
export const makeKeyEndpoint = defineEndpoint('POST /api/keys', 'user', {
  body: z.object({
    keyName: givenName('Give the key a name, such as the program that will use it'),
    scopes: z
      .array(keyScope, 'Choose what the key may do')
      .check(z.minLength(1, 'Choose what the key may do'), z.maxLength(keyScope.options.length)),
    expiresInDays: z._default(
      z.int(days).check(z.minimum(1, days), z.maximum(limits.apiKeyDays.most, days)),
      limits.apiKeyDays.usual,
    ),
  }),
  output: z.object({ key: apiKey, secret: z.string() }),
  errors: ['key_limit', 'key_plan', 'switched_off'],
})

/** The key stops working at once. */
export const revokeKeyEndpoint = defineEndpoint('DELETE /api/keys/:keyId', 'user', {
  params: z.object({ keyId: uuidOrNone }),
  output: apiKeysReply,
  errors: ['not_found'],
})

/** A key as an operator sees it. Calls of the last 30 days. Days are in UTC. */
const callingKey = z.object({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  email: z.string(),
  scopes: z.array(keyScope),
  state: z.enum(['active', 'expired', 'ended']),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  callsToday: z.int(),
  calls: z.int(),
  /** How many of these calls were refused because there were too many in a minute. */
  limited: z.int(),
})
export type CallingKey = z.infer<typeof callingKey>

/** At most a hundred keys, starting with the key that has the most calls. */
export const callingKeysEndpoint = defineEndpoint('GET /api/admin/api-keys', 'admin', {
  output: z.object({ keys: z.array(callingKey), keyCount: z.int() }),
})

export const endKeyEndpoint = defineEndpoint('DELETE /api/admin/api-keys/:apiKeyId', 'admin', {
  params: z.object({ apiKeyId: uuidOrNone }),
  output: acknowledgement,
  errors: ['not_found'],
})
