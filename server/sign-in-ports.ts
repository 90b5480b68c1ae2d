import * as z from 'zod/mini'
import type { SignInProvider } from '#contract/accounts.ts'

/** Session data while the browser is at a provider; usable once. */
type ProviderSecrets = { state: string; nonce: string; codeVerifier: string }

/** An identity as reported by the provider. Issuer and subject never change; everything else may. */
export type ProviderPerson = {
  issuer: string
  subject: string
  /** As the provider wrote it; null without one. */
  email: string | null
  /** True only if the provider itself verified the address. */
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
}

/** Why a sign-in with a provider failed. Messages contain no code, token or secret. */
export abstract class IdentityProviderError extends Error {}

/** A timeout, no connection, or an error on their side. */
export class ProviderUnreachable extends IdentityProviderError {}

/** They, or the person on their page, refused. */
export class ProviderRefused extends IdentityProviderError {}

/** Their response cannot be trusted: wrong state, nonce, issuer, audience, signature or format. */
export class MalformedProviderReply extends IdentityProviderError {}

/** An identity provider. Both calls throw only an `IdentityProviderError`. */
export type IdentityProvider = {
  name: SignInProvider
  /** The URL to redirect the browser to; it returns to `callbackUrl`, one of our URLs without a query. */
  begin(callbackUrl: string): Promise<{ address: string; secrets: ProviderSecrets }>
  /** Redeems the callback URL with the provider's query parameters. */
  finish(cameBackTo: URL, secrets: ProviderSecrets): Promise<ProviderPerson>
}

export const sessionContent = z.object({
  userId: z.optional(z.string()),
  /** Identifies the session in the list of sessions; the cookie cannot be derived from it. */
  publicId: z.string(),
  signedInAt: z.optional(z.int()),
  lastSeenAt: z.optional(z.int()),
  device: z.optional(z.string()),
  /** A sign-in with a provider in progress. */
  pendingSignIn: z.optional(z.record(z.string(), z.string())),
})
/** The stored data of a session; instants in milliseconds. Without `userId` nobody is signed in. */
export type SessionContent = z.infer<typeof sessionContent>
