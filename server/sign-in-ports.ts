import * as z from 'zod/mini'
import type { SignInProvider } from '#contract/accounts.ts'

/** The data that a session keeps while the browser is at a provider. The data can be used once. */
type ProviderSecrets = { state: string; nonce: string; codeVerifier: string }

/** An identity as reported by the provider. Issuer and subject never change; all other fields may change. */
export type ProviderPerson = {
  issuer: string
  subject: string
  /** The email address as the provider wrote it; null if there is none. */
  email: string | null
  /** True only if the provider itself verified the address. */
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
}

/** Why a sign-in with a provider failed. Messages contain no code, token or secret. */
export abstract class IdentityProviderError extends Error {}

/** A timeout, a failed connection, or an error of the provider. */
export class ProviderUnreachable extends IdentityProviderError {}

/** The provider refused, or the person declined on the provider's page. */
export class ProviderRefused extends IdentityProviderError {}

/** The provider's response cannot be trusted: wrong state, nonce, issuer, audience, signature or format. */
export class MalformedProviderReply extends IdentityProviderError {}

/** An identity provider. Both calls throw only an `IdentityProviderError`. */
export type IdentityProvider = {
  name: SignInProvider
  /** The issuer of its identities. */
  issuer: string
  /**
   * The URL to redirect the browser to. The provider returns to `callbackUrl`, one of our URLs without a
   * query.
   */
  begin(callbackUrl: string): Promise<{ address: string; secrets: ProviderSecrets }>
  /** Verifies the callback with the provider's query parameters, and returns the identity. */
  finish(cameBackTo: URL, secrets: ProviderSecrets): Promise<ProviderPerson>
}

export const sessionContent = z.object({
  userId: z.optional(z.string()),
  /** Identifies the session in the list of sessions. The cookie cannot be derived from this id. */
  publicId: z.string(),
  signedInAt: z.optional(z.int()),
  lastSeenAt: z.optional(z.int()),
  device: z.optional(z.string()),
  /** The data of an unfinished sign-in with a provider. */
  pendingSignIn: z.optional(z.record(z.string(), z.string())),
})
/** The stored data of a session, with instants in milliseconds. Without `userId` nobody is signed in. */
export type SessionContent = z.infer<typeof sessionContent>
