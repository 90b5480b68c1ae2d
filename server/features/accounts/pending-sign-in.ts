import * as z from 'zod/mini'
import { type SignInError, signInProvider } from '#contract/accounts.ts'
import type { AccountDeps } from './account-deps.ts'

/** Session data between two steps of a sign-in. All values are strings, and can be read once. */
export type PendingSignIn = Record<string, string>

const lifetimeMs = 10 * 60_000

const attempt = z.object({
  kind: z.literal('attempt'),
  provider: signInProvider,
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  /** The signed-in user who adds the identity to their account. */
  linkTo: z.optional(z.string()),
  startedAt: z.iso.datetime(),
})
/** A browser was redirected to a provider and has not returned yet. */
export type SignInAttempt = z.infer<typeof attempt>

const identity = z.object({
  kind: z.literal('identity'),
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  userId: z.string(),
  startedAt: z.iso.datetime(),
})
/**
 * A person has a verified identity, but has not proved yet that the account with the same address is theirs.
 */
export type PendingIdentity = z.infer<typeof identity>

function within<T extends { startedAt: string }>(found: T | undefined, now: Date): T | null {
  const inTime = found !== undefined && now.getTime() - Date.parse(found.startedAt) < lifetimeMs
  return inTime ? found : null
}

/** Null if the session contains other data, or if the data is older than ten minutes. */
export function asSignInAttempt(pending: PendingSignIn | null, now: Date): SignInAttempt | null {
  return within(attempt.safeParse(pending).data, now)
}

/**
 * The page that explains why the sign-in failed. After a sign-in there, the browser goes to its original
 * destination.
 */
export function explainAt(error: SignInError, returnTo: string): string {
  const next = returnTo === '/' ? '' : `&${new URLSearchParams({ next: returnTo }).toString()}`
  return `/auth?error=${error}${next}`
}

/** The same for a signed-in user who adds a way to sign in. */
export const explainLinkAt = (error: SignInError): string => `/profile?error=${error}`

/**
 * Links the identity that `link_needs_password` left in the session. Called after the account's password was
 * entered.
 */
export async function linkPendingIdentity(
  { identities, clock }: Pick<AccountDeps, 'identities' | 'clock'>,
  pending: PendingSignIn | null,
  userId: string,
): Promise<boolean> {
  const waiting = within(identity.safeParse(pending).data, clock())
  if (waiting === null || waiting.userId !== userId) return false
  return identities.linkToOwnAccount(waiting, userId, clock())
}
