import * as z from 'zod/mini'
import type { SignInProvider } from '#contract/accounts.ts'

/** What a browser's session remembers while the browser is at a provider; of use once. */
type ProviderSecrets = { state: string; nonce: string; codeVerifier: string }

/** Who the provider says somebody is. Issuer and subject never change; all else may. */
export type ProviderPerson = {
  issuer: string
  subject: string
  /** As the provider wrote it; null when it gives none. */
  email: string | null
  /** True only when the provider itself vouches for the address. */
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
}

/** Why a provider could not sign somebody in. Messages carry no code, token or secret. */
export abstract class IdentityProviderError extends Error {}

/** No answer in time, no connection, or a failure on their side. */
export class ProviderUnreachable extends IdentityProviderError {}

/** They, or the person at their page, said no. */
export class ProviderRefused extends IdentityProviderError {}

/** They answered what cannot be trusted: a wrong state, nonce, issuer, audience, signature or shape. */
export class MalformedProviderReply extends IdentityProviderError {}

/** Another site that people sign in with. Both calls throw an `IdentityProviderError` and nothing else. */
export type IdentityProvider = {
  name: SignInProvider
  /** The address to send the browser to; it comes back to `callbackUrl`, an address of ours without a query. */
  begin(callbackUrl: string): Promise<{ address: string; secrets: ProviderSecrets }>
  /** Redeems the address the browser came back to, with what the provider added to its query. */
  finish(cameBackTo: URL, secrets: ProviderSecrets): Promise<ProviderPerson>
}

export const sessionContent = z.object({
  userId: z.optional(z.string()),
  /** Names the session in the list of sessions; the cookie cannot be made of it. */
  publicId: z.string(),
  signedInAt: z.optional(z.int()),
  lastSeenAt: z.optional(z.int()),
  device: z.optional(z.string()),
  /** A sign-in with another provider that is under way. */
  pendingSignIn: z.optional(z.record(z.string(), z.string())),
})
/** What is stored of a session; instants in milliseconds. Without `userId` nobody is signed in. */
export type SessionContent = z.infer<typeof sessionContent>
