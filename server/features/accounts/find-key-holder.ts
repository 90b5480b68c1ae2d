import { limits } from '#contract/limits.ts'
import type { KeyCallsNow, KeyHolder } from '#server/actor.ts'
import { type Clock, minuteMs } from '#server/clock.ts'
import { hashOfToken } from '#server/database/secret-token.ts'
import { publicError } from '#server/errors.ts'
import type { ApiKeyStore } from './api-key-store.ts'
import { isApiKey } from './api-key-text.ts'
import { type KeyPlan, mayHaveKeys } from './manage-keys.ts'

export interface FindKeyHolder {
  keys: Pick<ApiKeyStore, 'countCall'>
  plan: KeyPlan
  clock: Clock
}

const invalid = (why: string) => publicError('invalid_key', `${why} Make a new one in your profile.`)

/**
 * Finds the account of a key and counts the call. Throws if the key was revoked or has expired, or if its
 * owner's plan includes no keys.
 */
export async function findKeyHolder(
  { keys, plan, clock }: FindKeyHolder,
  text: string,
): Promise<{ holder: Omit<KeyHolder, 'address'>; calls: KeyCallsNow }> {
  if (!isApiKey(text))
    throw invalid('This API key is not complete: it begins with unmet_ and has 44 letters and digits.')
  const now = clock()
  const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)
  const { key: mostOfKey } = limits.apiCallsPerMinute
  const found = await keys.countCall(hashOfToken(text), { minute, now, mostOfKey })
  if (found === null) throw invalid('This API key does not exist here.')
  const { keyId, userId, tier, scopes, expiresAt, revokedAt, keyCalls, personCalls } = found
  if (revokedAt !== null) throw invalid('This API key was revoked.')
  if (keyCalls === null) throw invalid(`This API key expired on ${expiresAt.toISOString().slice(0, 10)}.`)
  if (!mayHaveKeys(plan, tier))
    throw publicError(
      'key_plan',
      'The plan of this account does not include API keys. The key works again once it does.',
    )
  const endsInSeconds = Math.ceil((minute.getTime() + minuteMs - now.getTime()) / 1000)
  return {
    holder: { kind: 'key', keyId, userId, tier, scopes },
    calls: { key: keyCalls, person: personCalls, endsInSeconds },
  }
}
