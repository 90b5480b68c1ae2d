import type { Clock } from '#server/ports.ts'
import type { IdentityStore } from './identity-store.ts'
import { asPendingIdentity, type PendingSignIn } from './pending-sign-in.ts'

type LinkDeps = { store: Pick<IdentityStore, 'linkToOwnAccount'>; clock: Clock }

/** Links what `link_needs_password` left in the session, once its owner has given the account's password. */
export async function linkPendingIdentity(
  { store, clock }: LinkDeps,
  pending: PendingSignIn | null,
  userId: string,
): Promise<boolean> {
  const identity = asPendingIdentity(pending, clock())
  if (identity === null || identity.userId !== userId) return false
  return store.linkToOwnAccount(identity, userId, clock())
}
