import type { KeyHolder } from '#server/actor.ts'
import type { Clock } from '#server/clock.ts'
import { hashOfToken } from '#server/database/secret-token.ts'
import { publicError } from '#server/errors.ts'
import type { ApiKeyStore } from './api-key-store.ts'
import { isApiKey } from './api-key-text.ts'
import { type KeyPlan, mayHaveKeys } from './manage-keys.ts'

export interface FindKeyHolder {
  keys: Pick<ApiKeyStore, 'findKey'>
  plan: KeyPlan
  clock: Clock
}

const invalid = (why: string) => publicError('invalid_key', `${why} Make a new one in your profile.`)

/** The account for which a key acts. Refused unless the key is alive and its owner may have one. */
export async function findKeyHolder(
  { keys, plan, clock }: FindKeyHolder,
  text: string,
): Promise<Omit<KeyHolder, 'address'>> {
  if (!isApiKey(text))
    throw invalid('This is no whole API key: it begins with unmet_ and has 44 letters and digits.')
  const found = await keys.findKey(hashOfToken(text))
  if (found === null) throw invalid('This API key does not exist here.')
  const { keyId, userId, tier, scopes, expiresAt, revokedAt } = found
  if (revokedAt !== null) throw invalid('This API key was revoked.')
  if (expiresAt <= clock()) throw invalid(`This API key expired on ${expiresAt.toISOString().slice(0, 10)}.`)
  if (!mayHaveKeys(plan, tier))
    throw publicError(
      'key_plan',
      'The plan of this account has no API keys. The key works again once it has.',
    )
  return { kind: 'key', keyId, userId, tier, scopes }
}
