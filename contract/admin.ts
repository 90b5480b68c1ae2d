import * as z from 'zod/mini'
import { acknowledgement, givenPassword, newPassword, passwordReset } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { isOneLine, requiredLine } from './text.ts'

const aUsername = {
  most: limits.emailCharacters,
  tooLong: 'Username is too long',
  unclean: 'Username cannot contain control characters',
}

/** User names are case-insensitive. A user name may be an e-mail address. */
export const adminUsername = requiredLine('Username must be at least 3 characters', {
  ...aUsername,
  least: limits.adminUsernameCharacters,
})

/** Accepts any user name that was ever valid. */
const givenUsername = requiredLine('Username is required', aUsername)

/**
 * Six digits from an authenticator app, or a recovery code (four groups of six letters and digits). Spaces
 * and case are ignored.
 */
const secondFactorCode = requiredLine('The code is required', {
  most: 40,
  tooLong: 'This is not a code',
  unclean: 'This is not a code',
})

/** The operator. `lastLoginAt` is the time of the previous login; absent at the first login. */
const adminAccount = z.object({
  username: z.string(),
  lastLoginAt: z.optional(z.string()),
  /** Whether a login requires a second factor. */
  secondFactor: z.boolean(),
})
export type AdminAccount = z.infer<typeof adminAccount>

/** `needsSetupCode` means that the form also asks for the code in the server's log (only in production). */
export const setupStatusEndpoint = defineEndpoint('GET /api/admin/setup-status', 'anyone', {
  output: z.object({ needsSetup: z.boolean(), needsSetupCode: z.boolean() }),
})

/**
 * Creates the only operator and signs the operator in. `wrong_setup_code` means that the code differs from
 * the one in the server's log (403).
 */
export const adminSetupEndpoint = defineEndpoint('POST /api/admin/setup', 'anyone', {
  body: z.object({
    username: adminUsername,
    password: newPassword,
    setupCode: z.optional(z.string().check(z.trim(), z.maxLength(100), z.refine(isOneLine))),
  }),
  output: adminAccount,
  errors: ['setup_done', 'wrong_setup_code', 'password_too_common', 'too_many_attempts'],
})

/** If there is a second factor, a correct password without `code` returns `second_factor_required` (401). */
export const adminLoginEndpoint = defineEndpoint('POST /api/admin/login', 'anyone', {
  body: z.object({ username: givenUsername, password: givenPassword, code: z.optional(secondFactorCode) }),
  output: adminAccount,
  errors: ['invalid_credentials', 'second_factor_required', 'wrong_second_factor', 'too_many_attempts'],
})

/** Ends the session. Also succeeds if there is no session. */
export const adminLogoutEndpoint = defineEndpoint('POST /api/admin/logout', 'anyone', {
  output: acknowledgement,
})

export const currentAdminEndpoint = defineEndpoint('GET /api/admin/me', 'admin', { output: adminAccount })

/**
 * Mails a link to `/admin/reset-password?token=...` to the operator's address. The reply is the same for
 * every user name.
 */
export const adminForgotPasswordEndpoint = defineEndpoint('POST /api/admin/forgot-password', 'anyone', {
  body: z.object({ username: givenUsername }),
  output: acknowledgement,
  errors: ['too_many_attempts'],
})

/** Ends all sessions of the operator. The second factor stays on. */
export const adminResetPasswordEndpoint = defineEndpoint(
  'POST /api/admin/reset-password',
  'anyone',
  passwordReset,
)

/** `recoveryCodesLeft` is 0 if there is no second factor. */
export const secondFactorStatusEndpoint = defineEndpoint('GET /api/admin/second-factor', 'admin', {
  output: z.object({ enabled: z.boolean(), recoveryCodesLeft: z.int() }),
})

/**
 * Returns a new secret once: as `otpauth://totp/...` for a QR code, and as base32. The secret becomes active
 * once a code of it is confirmed.
 */
export const startSecondFactorEndpoint = defineEndpoint('POST /api/admin/second-factor/start', 'admin', {
  body: z.object({ password: givenPassword }),
  output: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  errors: ['wrong_password', 'second_factor_on', 'too_many_attempts'],
})

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/**
 * Turns the second factor on. Returns ten recovery codes, which cannot be read again. Each of them replaces a
 * code at one login.
 */
export const confirmSecondFactorEndpoint = defineEndpoint('POST /api/admin/second-factor/confirm', 'admin', {
  body: z.object({ code: secondFactorCode }),
  output: recoveryCodes,
  errors: ['wrong_second_factor', 'second_factor_on', 'too_many_attempts'],
})

/**
 * Returns ten new recovery codes. The old ones become invalid. `second_factor_off` means that there is no
 * second factor (409).
 */
export const newRecoveryCodesEndpoint = defineEndpoint(
  'POST /api/admin/second-factor/recovery-codes',
  'admin',
  {
    body: z.object({ password: givenPassword }),
    output: recoveryCodes,
    errors: ['wrong_password', 'second_factor_off', 'too_many_attempts'],
  },
)

/** Turns the second factor off. Does nothing if it is off already. */
export const stopSecondFactorEndpoint = defineEndpoint('POST /api/admin/second-factor/stop', 'admin', {
  body: z.object({ password: givenPassword }),
  output: acknowledgement,
  errors: ['wrong_password', 'too_many_attempts'],
})
