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

/** Two usernames that differ only in case are one. An e-mail address may serve as one. */
export const adminUsername = requiredLine('Username must be at least 3 characters', {
  ...aUsername,
  least: limits.adminUsernameCharacters,
})

/** A username that may be any that was ever accepted. */
const givenUsername = requiredLine('Username is required', aUsername)

/** Six digits of an authenticator app, or a recovery code (four groups of six letters and digits); spaces and case make no difference. */
const secondFactorCode = requiredLine('The code is required', {
  most: 40,
  tooLong: 'This is not a code',
  unclean: 'This is not a code',
})

/** The operator. `lastLoginAt` is the login before this one; absent means that this is the first. */
const adminAccount = z.object({
  username: z.string(),
  lastLoginAt: z.optional(z.string()),
  /** A second factor is asked for at login. */
  secondFactor: z.boolean(),
})
export type AdminAccount = z.infer<typeof adminAccount>

/** `needsSetupCode`: the form also asks for the code that the server printed in its log (production only). */
export const setupStatusEndpoint = defineEndpoint('GET /api/admin/setup-status', 'anyone', {
  output: z.object({ needsSetup: z.boolean(), needsSetupCode: z.boolean() }),
})

/** Makes the one administrator and signs them in. `wrong_setup_code`: it is not the one in the server's log (403). */
export const adminSetupEndpoint = defineEndpoint('POST /api/admin/setup', 'anyone', {
  body: z.object({
    username: adminUsername,
    password: newPassword,
    setupCode: z.optional(z.string().check(z.trim(), z.maxLength(100), z.refine(isOneLine))),
  }),
  output: adminAccount,
  errors: ['setup_done', 'wrong_setup_code', 'password_too_common', 'too_many_attempts'],
})

/** Where a second factor is on, a right password without `code` is answered by `second_factor_required` (401). */
export const adminLoginEndpoint = defineEndpoint('POST /api/admin/login', 'anyone', {
  body: z.object({ username: givenUsername, password: givenPassword, code: z.optional(secondFactorCode) }),
  output: adminAccount,
  errors: ['invalid_credentials', 'second_factor_required', 'wrong_second_factor', 'too_many_attempts'],
})

/** Succeeds whoever calls: without a session there is nothing to end. */
export const adminLogoutEndpoint = defineEndpoint('POST /api/admin/logout', 'anyone', {
  output: acknowledgement,
})

export const currentAdminEndpoint = defineEndpoint('GET /api/admin/me', 'admin', { output: adminAccount })

/** Mails the operator's address a link to `/admin/reset-password?token=...`; the answer is the same for any username. */
export const adminForgotPasswordEndpoint = defineEndpoint('POST /api/admin/forgot-password', 'anyone', {
  body: z.object({ username: givenUsername }),
  output: acknowledgement,
  errors: ['too_many_attempts'],
})

/** Ends every session of the administrator. A second factor stays on. */
export const adminResetPasswordEndpoint = defineEndpoint(
  'POST /api/admin/reset-password',
  'anyone',
  passwordReset,
)

/** `recoveryCodesLeft` is 0 where no second factor is on. */
export const secondFactorStatusEndpoint = defineEndpoint('GET /api/admin/second-factor', 'admin', {
  output: z.object({ enabled: z.boolean(), recoveryCodesLeft: z.int() }),
})

/** A new secret, shown once: `otpauth://totp/...` for a QR picture, and base32. In use once a code of it is confirmed. */
export const startSecondFactorEndpoint = defineEndpoint('POST /api/admin/second-factor/start', 'admin', {
  body: z.object({ password: givenPassword }),
  output: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  errors: ['wrong_password', 'second_factor_on', 'too_many_attempts'],
})

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Turns the second factor on. The ten recovery codes are shown this once; each replaces one code at login, once. */
export const confirmSecondFactorEndpoint = defineEndpoint('POST /api/admin/second-factor/confirm', 'admin', {
  body: z.object({ code: secondFactorCode }),
  output: recoveryCodes,
  errors: ['wrong_second_factor', 'second_factor_on', 'too_many_attempts'],
})

/** Ten new recovery codes; the old ones are dead. `second_factor_off`: there is nothing to recover from (409). */
export const newRecoveryCodesEndpoint = defineEndpoint(
  'POST /api/admin/second-factor/recovery-codes',
  'admin',
  {
    body: z.object({ password: givenPassword }),
    output: recoveryCodes,
    errors: ['wrong_password', 'second_factor_off', 'too_many_attempts'],
  },
)

/** Turns the second factor off; without one it changes nothing. */
export const stopSecondFactorEndpoint = defineEndpoint('POST /api/admin/second-factor/stop', 'admin', {
  body: z.object({ password: givenPassword }),
  output: acknowledgement,
  errors: ['wrong_password', 'too_many_attempts'],
})
