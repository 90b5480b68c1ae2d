import * as z from 'zod/mini'
import { type SignInError, signInProvider } from '#contract/accounts.ts'
import type { AccountParts } from './account-parts.ts'

/** What a session stores between two steps of a sign-in: plain strings, of use once. */
export type PendingSignIn = Record<string, string>

const lifetimeMs = 10 * 60_000

const attempt = z.object({
  kind: z.literal('attempt'),
  provider: signInProvider,
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  startedAt: z.iso.datetime(),
})
/** A browser that was sent to a provider and is not back yet. */
export type SignInAttempt = z.infer<typeof attempt>

const identity = z.object({
  kind: z.literal('identity'),
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  userId: z.string(),
  startedAt: z.iso.datetime(),
})
/** Somebody who proved who they are at a provider, but not that the account with their address is theirs. */
export type PendingIdentity = z.infer<typeof identity>

function within<T extends { startedAt: string }>(found: T | undefined, now: Date): T | null {
  const inTime = found !== undefined && now.getTime() - Date.parse(found.startedAt) < lifetimeMs
  return inTime ? found : null
}

/** Null when it is something else, or older than ten minutes. */
export function asSignInAttempt(pending: PendingSignIn | null, now: Date): SignInAttempt | null {
  return within(attempt.safeParse(pending).data, now)
}

/** The page that explains why the sign-in did not happen; signing in there leads to where the person was going. */
export function explainAt(error: SignInError, returnTo: string): string {
  const next = returnTo === '/' ? '' : `&${new URLSearchParams({ next: returnTo }).toString()}`
  return `/auth?error=${error}${next}`
}

/** Links what `link_needs_password` left in the session, once its owner has given the account's password. */
export async function linkPendingIdentity(
  { identities, clock }: Pick<AccountParts, 'identities' | 'clock'>,
  pending: PendingSignIn | null,
  userId: string,
): Promise<boolean> {
  const waiting = within(identity.safeParse(pending).data, clock())
  if (waiting === null || waiting.userId !== userId) return false
  return identities.linkToOwnAccount(waiting, userId, clock())
}
