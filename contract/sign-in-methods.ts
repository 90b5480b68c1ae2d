import * as z from 'zod/mini'
import { acknowledgement, givenPassword, signInProvider } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'

/** An account at another service that signs in to this account. */
const linkedSignIn = z.object({
  id: z.string(),
  /** Null if this installation no longer has keys for the service. Then it cannot be used. */
  provider: z.nullable(signInProvider),
  /** The host name of the service. */
  host: z.string(),
  /** The verified address there when it was linked; null if there was none. */
  email: z.nullable(z.string()),
  linkedAt: z.string(),
  /** False for the only way to sign in. */
  removable: z.boolean(),
})
export type LinkedSignIn = z.infer<typeof linkedSignIn>

export const listSignInMethodsEndpoint = defineEndpoint('GET /api/sign-in-methods', 'user', {
  output: z.object({
    linked: z.array(linkedSignIn),
    /** The providers that can be linked. */
    providers: z.array(signInProvider),
  }),
})

/** Omitted by a user without a password. */
const currentPassword = z.optional(givenPassword)

/**
 * Returns the URL to open. The provider redirects back to `/profile?linked=PROVIDER` or, after a failure, to
 * `/profile?error=CODE`.
 */
export const linkSignInMethodEndpoint = defineEndpoint('POST /api/sign-in-methods/link', 'user', {
  body: z.object({ provider: signInProvider, currentPassword }),
  output: z.object({ location: z.string() }),
  errors: ['not_found', 'wrong_password', 'too_many_attempts'],
})

export const removeSignInMethodEndpoint = defineEndpoint('POST /api/sign-in-methods/:id/remove', 'user', {
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  body: z.object({ currentPassword }),
  output: acknowledgement,
  errors: ['not_found', 'wrong_password', 'too_many_attempts', 'last_sign_in_method'],
})
