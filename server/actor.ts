import type { SubscriptionTier } from '#contract/accounts.ts'
import type { KeyScope } from '#contract/endpoint.ts'

/** Whoever asks without an account; the door gives the id. `address` is the network, as it counts for limits. */
export type Visitor = { kind: 'visitor'; visitorId: string; address: string }

export type Account = { kind: 'account'; userId: string; tier: SubscriptionTier; address: string }

/** A program with a key of an account, which acts for it. */
export type KeyHolder = Omit<Account, 'kind'> & {
  kind: 'key'
  keyId: string
  scopes: readonly KeyScope[]
}

/**
 * Calls in the minute that ends in so many seconds; `person` has all keys of the owner, and is null if the key has
 * none left.
 */
export type KeyCallsNow = { key: number; person: number | null; endsInSeconds: number }

/** Whoever acts for an account. */
export type AccountActor = Account | KeyHolder

/** Operators have no account. */
export type Operator = {
  kind: 'operator'
  adminId: string
  username: string
  previousLoginAt: Date | null
  address: string
}

/** Whoever may search. */
export type Searcher = Visitor | AccountActor

/** Whoever asks, by whichever door. */
export type Actor = Searcher | Operator

/** The account that acts, or for which a key acts; null for visitors and operators. */
export function accountOf(actor: Actor): AccountActor | null {
  return actor.kind === 'account' || actor.kind === 'key' ? actor : null
}

/** The subject of a limit: an account, or for others the whole network. */
export const limitKeyOf = (actor: Actor): string => accountOf(actor)?.userId ?? actor.address
