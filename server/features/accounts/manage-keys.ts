import type { SubscriptionTier } from '#contract/accounts.ts'
import type { ApiKey, ApiKeysReply, CallingKey } from '#contract/api-keys.ts'
import type { KeyScope } from '#contract/endpoint.ts'
import { limits, selfHostedHint } from '#contract/limits.ts'
import type { Operator } from '#server/actor.ts'
import { type Clock, dayMs } from '#server/clock.ts'
import { hashOfToken } from '#server/database/secret-token.ts'
import { publicError } from '#server/errors.ts'
import type { ApiKeyStore } from './api-key-store.ts'
import { makeApiKey } from './api-key-text.ts'
import type { CallCounter } from './count-calls.ts'

/** The operator's setting for who may have keys. On a self-hosted installation, everybody may have keys. */
export type KeyPlan = 'pro' | 'everybody' | 'nobody'

export interface ManageKeys {
  keys: ApiKeyStore
  calls: CallCounter
  plan: KeyPlan
  billing: 'on' | 'stand-in' | 'off'
  clock: Clock
}

type Owner = { userId: string; tier: SubscriptionTier }

export const mayHaveKeys = (plan: KeyPlan, tier: SubscriptionTier) =>
  plan === 'everybody' || (plan === 'pro' && tier === 'pro')

type Instants = { createdAt: Date; expiresAt: Date; lastUsedAt: Date | null }
type ShownKey = Omit<ApiKey, 'state' | keyof Instants> & Instants & { revokedAt: Date | null }

const writeInstants = ({ createdAt, expiresAt, lastUsedAt }: Instants) => ({
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

function describeKey({ revokedAt, ...key }: ShownKey, now: Date): ApiKey {
  const expired = key.expiresAt <= now ? 'expired' : 'active'
  return {
    ...key,
    ...writeInstants(key),
    state: revokedAt === null ? expired : 'ended_by_operator',
  }
}

export async function listKeys(deps: ManageKeys, { userId, tier }: Owner): Promise<ApiKeysReply> {
  await deps.calls.store()
  const now = deps.clock()
  const without = deps.plan === 'pro' ? 'with_pro' : 'no'
  return {
    available: mayHaveKeys(deps.plan, tier) ? 'yes' : without,
    most: limits.apiKeys,
    keys: (await deps.keys.listKeys(userId)).map((key) => describeKey(key, now)),
  }
}

function requireMay({ plan, billing }: ManageKeys, tier: SubscriptionTier): void {
  if (mayHaveKeys(plan, tier)) return
  if (plan === 'nobody')
    throw publicError('switched_off', 'Whoever runs this installation has switched API keys off.')
  const hint = billing === 'on' ? '' : ` ${selfHostedHint}`
  throw publicError('key_plan', `API keys come with Pro.${hint}`)
}

type Wanted = { keyName: string; scopes: readonly KeyScope[]; expiresInDays: number }

/** Only the reply to this call contains the key itself. */
export async function makeKey(
  deps: ManageKeys,
  { userId, tier }: Owner,
  { keyName, scopes, expiresInDays }: Wanted,
): Promise<{ key: ApiKey; secret: string }> {
  requireMay(deps, tier)
  const now = deps.clock()
  const secret = makeApiKey()
  const isShort = expiresInDays <= limits.apiKeyDays.noticed
  const made = {
    name: keyName,
    keyHash: hashOfToken(secret),
    scopes: [...new Set(scopes)],
    expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
    noticedAt: isShort ? now : null,
  }
  const added = await deps.keys.addKey(userId, made, { most: limits.apiKeys, now })
  if (added === null)
    throw publicError(
      'key_limit',
      `You have ${limits.apiKeys} keys, which is the limit. Revoke one you do not use.`,
    )
  return { key: describeKey(added, now), secret }
}

const unknownKey = () => publicError('not_found', 'This key does not exist any more.')

export async function revokeKey(deps: ManageKeys, owner: Owner, id: string): Promise<ApiKeysReply> {
  if (!(await deps.keys.revokeKey(owner.userId, id, deps.clock()))) throw unknownKey()
  return listKeys(deps, owner)
}

export interface WatchCalls extends Pick<ManageKeys, 'keys' | 'calls' | 'clock'> {
  recordEnd: (by: Operator, ended: { userId: string; name: string }) => Promise<void>
}

const listedMost = 100
const countsKeptMs = 300_000

/** Lists the calls of each key for the operator. */
export async function listCallingKeys({ keys, calls, clock }: WatchCalls) {
  await calls.store()
  const now = clock()
  const since = new Date(now.getTime() - limits.apiKeyDays.listed * dayMs)
  const listed = await keys.listCalling({ now, since, limit: listedMost })
  const shown = listed.keys.map((key): CallingKey => ({ ...key, ...writeInstants(key) }))
  return { keys: shown, keyCount: listed.keyCount }
}

export async function endKey({ keys, clock, recordEnd }: WatchCalls, by: Operator, id: string) {
  const ended = await keys.endKey(id, clock())
  if (ended === null) throw unknownKey()
  await recordEnd(by, ended)
  return { message: 'The key was ended' }
}

/** Deletes keys that ended long ago, and old counts. */
export async function cleanKeys({ keys, clock }: Pick<ManageKeys, 'keys' | 'clock'>): Promise<void> {
  const now = clock().getTime()
  await keys.deleteOld(new Date(now - limits.apiKeyDays.listed * dayMs))
  await keys.deleteCounts(new Date(now - countsKeptMs))
}
