import type { SubscriptionTier } from '#contract/accounts.ts'
import type { KeyScope } from '#contract/endpoint.ts'

/**
 * A caller without an account. The entry point of the call sets the id. `address` is the network for which
 * limits are counted.
 */
export type Visitor = { kind: 'visitor'; visitorId: string; address: string }

export type Account = { kind: 'account'; userId: string; tier: SubscriptionTier; address: string }

/** A program that uses an account's key and acts for that account. */
export type KeyHolder = Omit<Account, 'kind'> & {
  kind: 'key'
  keyId: string
  scopes: readonly KeyScope[]
}

/**
 * The calls left in the current minute, and the seconds until this minute ends. `person` has the calls left
 * for all keys of one owner together. `person` is null if the key itself has no calls left.
 */
export type KeyCallsNow = { key: number; person: number | null; endsInSeconds: number }

/** A caller that acts for an account. */
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

/** The caller of a use case, through a page, the API or MCP. */
export type Actor = Searcher | Operator

/** The account of the caller or of its key. Null for visitors and operators. */
export function accountOf(actor: Actor): AccountActor | null {
  return actor.kind === 'account' || actor.kind === 'key' ? actor : null
}

/** The subject of a limit: the account, or the whole network for callers without an account. */
export const limitKeyOf = (actor: Actor): string => accountOf(actor)?.userId ?? actor.address

/**
 * Counts a request of this user or network, unless the limit per minute is reached. Returns whether it was
 * counted.
 */
export type RateWindow = (who: string) => boolean | Promise<boolean>
