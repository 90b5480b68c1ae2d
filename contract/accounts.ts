import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { isCleanText, requiredText } from './text.ts'

/**
 * The address is trimmed and its case is kept, but addresses that differ only in case belong to the same
 * account.
 */
export const email = z
  .string('Please enter a valid email address')
  .check(
    z.trim(),
    z.maxLength(limits.emailCharacters, { error: 'Please enter a valid email address', abort: true }),
    z.email('Please enter a valid email address'),
  )

/** Passwords are never trimmed or changed, because the typed text is hashed. */
export function password(least: number, missing: string) {
  const most = limits.passwordCharactersMost
  return requiredText(missing, { least, most, tooLong: 'Password must be at most 256 characters' })
}

export const newPassword = password(limits.passwordCharacters, 'Password must be at least 8 characters')

/** Accepts any password that was ever valid. */
export const givenPassword = password(1, 'Password is required')

const personName = (which: 'First' | 'Last') =>
  z.string(`${which} name is required`).check(
    z.trim(),
    z.minLength(1, `${which} name is required`),
    z.maxLength(limits.nameCharacters, `${which} name too long`),
    z.refine(
      (text) => isCleanText(text) && !/[\r\n\t\p{Cf}]/u.test(text),
      `${which} name cannot contain control characters or invisible ones`,
    ),
  )
export const firstName = personName('First')
export const lastName = personName('Last')

/** 256 random bits in base64url, as in mailed links. */
const mailedToken = z
  .string('Reset token is required')
  .check(z.minLength(1, 'Reset token is required'), z.maxLength(limits.mailedTokenCharactersMost))

export const subscriptionTier = z.enum(['free', 'pro'])
export type SubscriptionTier = z.infer<typeof subscriptionTier>

/** The signed-in user, as only this user can see it. */
export const currentUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  isAdmin: z.boolean(),
  subscriptionTier,
  emailVerified: z.boolean(),
  /** False for a user who has always signed in with a provider. */
  hasPassword: z.boolean(),
  /** True if an operator has set the password. The user then has to choose a new password. */
  mustChangePassword: z.boolean(),
  /** True once the user is a customer of the payment provider. */
  hasBillingAccount: z.boolean(),
  createdAt: z.string(),
})
export type CurrentUser = z.infer<typeof currentUser>

/** The reply is the same for known and unknown addresses, so that it does not reveal who has an account. */
const registeredUser = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.null(),
  isAdmin: z.literal(false),
  subscriptionTier: z.literal('free'),
})
export type RegisteredUser = z.infer<typeof registeredUser>

export const acknowledgement = z.object({ message: z.string() })

export const registerEndpoint = defineEndpoint('POST /api/register', 'anyone', {
  body: z.object({ email, password: newPassword, firstName, lastName }),
  output: registeredUser,
  errors: ['password_too_common', 'too_many_attempts'],
})

export const loginEndpoint = defineEndpoint('POST /api/login', 'anyone', {
  body: z.object({ email, password: givenPassword }),
  output: currentUser,
  errors: ['invalid_credentials', 'too_many_attempts'],
})

export const logoutEndpoint = defineEndpoint('POST /api/logout', 'anyone', { output: acknowledgement })

export const currentUserEndpoint = defineEndpoint('GET /api/user', 'user', { output: currentUser })

/**
 * Returns the same reply as `/api/user`. In the specification, the browser uses this path to refresh its
 * cached copy of the user.
 */
export const authUserEndpoint = defineEndpoint('GET /api/auth/user', 'user', { output: currentUser })

export const updateProfileEndpoint = defineEndpoint('PUT /api/profile', 'user', {
  body: z.object({ firstName, lastName }),
  output: currentUser,
})

export const forgotPasswordEndpoint = defineEndpoint('POST /api/forgot-password', 'anyone', {
  body: z.object({ email }),
  output: acknowledgement,
  errors: ['too_many_attempts'],
})

export const passwordReset = {
  body: z.object({ token: mailedToken, password: newPassword }),
  output: acknowledgement,
  errors: ['invalid_link', 'password_too_common', 'too_many_attempts'],
} as const

export const resetPasswordEndpoint = defineEndpoint('POST /api/reset-password', 'anyone', passwordReset)

/** A user without a password sets the first one, and omits `currentPassword`. */
export const changePasswordEndpoint = defineEndpoint('POST /api/change-password', 'user', {
  body: z.object({ currentPassword: z.optional(givenPassword), newPassword }),
  output: acknowledgement,
  errors: ['wrong_password', 'password_too_common', 'too_many_attempts'],
})

/** A browser in which the user is signed in. The id differs from that of the cookie. */
const signedInSession = z.object({
  id: z.string(),
  /**
   * Browser and operating system from the User-Agent, shortened. "Unknown browser" if they cannot be
   * recognised.
   */
  device: z.string(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  current: z.boolean(),
})
export type SignedInSession = z.infer<typeof signedInSession>

export const listSessionsEndpoint = defineEndpoint('GET /api/sessions', 'user', {
  output: z.array(signedInSession),
})

export const endSessionEndpoint = defineEndpoint('DELETE /api/sessions/:id', 'user', {
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  output: acknowledgement,
  errors: ['not_found'],
})

export const endOtherSessionsEndpoint = defineEndpoint('POST /api/sessions/end-others', 'user', {
  output: acknowledgement,
})

export const sendVerificationEndpoint = defineEndpoint('POST /api/verify-email/send', 'user', {
  output: acknowledgement,
  errors: ['too_many_attempts'],
})

/**
 * Needs no session, because the link may be opened on another device. `sign_in_to_confirm` means that an
 * operator set the address, so that only the account's own session can confirm it (409).
 */
export const verifyEmailEndpoint = defineEndpoint('POST /api/verify-email', 'anyone', {
  body: z.object({ token: mailedToken }),
  output: acknowledgement,
  errors: ['invalid_link', 'sign_in_to_confirm', 'too_many_attempts'],
})

/** All data about the user, as one JSON file. */
export const exportAccountEndpoint = defineEndpoint('GET /api/account/export', 'user', {
  output: 'download',
  errors: ['too_many_attempts'],
})

/** A user without a password confirms by typing their address. */
export const deleteAccountEndpoint = defineEndpoint('POST /api/account/delete', 'user', {
  body: z.object({ password: givenPassword }),
  output: acknowledgement,
  errors: ['wrong_password', 'too_many_attempts', 'payments_unavailable'],
})

export const signInProvider = z.enum(['google', 'github'])
export type SignInProvider = z.infer<typeof signInProvider>

/** The sign-in providers for which this installation has keys. */
export const signInProvidersEndpoint = defineEndpoint('GET /api/auth/providers', 'anyone', {
  output: z.object({ providers: z.array(signInProvider) }),
})

/**
 * Redirects the browser to the provider. `returnTo` is the page to open afterwards; by default the home page.
 */
export const startSignInEndpoint = defineEndpoint('GET /api/auth/:provider', 'anyone', {
  params: z.object({ provider: signInProvider }),
  query: z.object({ returnTo: z.catch(z.optional(z.string().check(z.maxLength(500))), undefined) }),
  output: 'redirect',
  errors: ['not_found', 'too_many_attempts'],
})

/**
 * The reason why a sign-in with a provider failed. The page `/auth?error=CODE` explains the reason. Its
 * parameter `next` is the page that the user wanted to open.
 */
export const signInError = z.enum([
  'provider_unreachable',
  'provider_refused',
  'sign_in_expired',
  'no_verified_email',
  'link_needs_password',
  'linked_elsewhere',
])
export type SignInError = z.infer<typeof signInError>

/** A query parameter from the provider. If it is too long or repeated, it is ignored. */
const providerParameter = z.catch(z.optional(z.string().check(z.maxLength(4096))), undefined)

/** The URL to which the provider returns. Failures redirect to `/auth?error=CODE`. */
export const finishSignInEndpoint = defineEndpoint('GET /api/auth/:provider/callback', 'anyone', {
  params: z.object({ provider: signInProvider }),
  query: z.object({
    code: providerParameter,
    state: providerParameter,
    iss: providerParameter,
    error: providerParameter,
    error_description: providerParameter,
  }),
  output: 'redirect',
  errors: ['not_found'],
})
