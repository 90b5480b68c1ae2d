import { limits } from '#contract/limits.ts'
import { pageUrl } from '#contract/page-paths.ts'
import type { Mail } from '#server/mail-ports.ts'
import { layoutMail, tokenLink } from './mail-layout.ts'

function makeNotices(signInLink: string) {
  const startReset = { label: 'Reset your password', link: signInLink }
  return {
    passwordChanged: (to: string): Mail =>
      layoutMail(to, 'Your Unmet password was changed', {
        paragraphs: [
          'The password of your Unmet account was changed just now, and your account was signed out everywhere else.',
        ],
        action: startReset,
        ending: 'If it was you, no action is needed. If not, reset it now: choose "Forgot password?".',
      }),

    identityLinked: (to: string): Mail =>
      layoutMail(to, 'Another way to sign in to Unmet was added', {
        paragraphs: [
          'From now on, an account at Google or GitHub also signs in to your Unmet account. Your profile lists it. The person who added it knew your password or was signed in.',
        ],
        action: startReset,
        ending:
          'If it was you, no action is needed. If not, reset the password now: choose "Forgot password?".',
      }),

    identityRemoved: (to: string): Mail =>
      layoutMail(to, 'A way to sign in to Unmet was removed', {
        paragraphs: [
          'An account at Google or GitHub no longer signs in to your Unmet account. The person who removed it knew your password or was signed in.',
        ],
        action: startReset,
        ending:
          'If it was you, no action is needed. If not, reset the password now: choose "Forgot password?".',
      }),

    addressChanged: (to: string): Mail =>
      layoutMail(to, 'The email address of your Unmet account was changed', {
        paragraphs: [
          'The operator of this Unmet changed the email address of your account. This address no longer signs in to it, and the account was signed out everywhere.',
        ],
        ending: 'If you did not ask for this, please contact the operator.',
      }),

    accountDeleted: (to: string): Mail =>
      layoutMail(to, 'Your Unmet account was deleted', {
        paragraphs: [
          'Your Unmet account and everything kept with it were deleted: your profile, your searches and their results, and your sign-ins.',
          'This cannot be undone. You are welcome to sign up again at any time.',
        ],
        ending: 'This is the last mail about this account.',
      }),
  }
}

/**
 * No mail contains a name, because somebody could sign up with a stranger's address and use the name as a
 * message.
 */
export function makeAccountMails(publicUrl: string) {
  return {
    resetLink: (to: string, token: string): Mail =>
      layoutMail(to, 'Reset your Unmet password', {
        paragraphs: [
          'Somebody, most likely you, asked for a new password for your Unmet account.',
          `The link works once and for ${limits.resetLinkMinutes} minutes. Only the newest link works.`,
        ],
        action: { label: 'Set a new password', link: tokenLink(publicUrl, '/reset-password', token) },
        ending: 'If it was not you, do nothing: your password stays as it is.',
      }),

    verifyAddress: (to: string, token: string): Mail =>
      layoutMail(to, 'Confirm your email address for Unmet', {
        paragraphs: [
          'Please confirm that this address is yours and that you signed up for Unmet with it. The page asks once more.',
          `The link works once and for ${limits.verificationLinkHours} hours. Only the newest link works.`,
        ],
        action: { label: 'Confirm my address', link: tokenLink(publicUrl, '/verify-email', token) },
        ending:
          'If you did not sign up, do not confirm: somebody else chose the password of that account. Do nothing, and the address stays unconfirmed.',
      }),

    confirmNewAddress: (to: string, token: string): Mail =>
      layoutMail(to, 'Confirm the new email address of your Unmet account', {
        paragraphs: [
          'The operator of this Unmet set this address for an account. If the account is yours, sign in with your password, then confirm. The page asks once more.',
          `The link works once and for ${limits.verificationLinkHours} hours. Only the newest link works.`,
        ],
        action: { label: 'Confirm my address', link: tokenLink(publicUrl, '/verify-email', token) },
        ending: 'If you have no account, do not confirm: the address stays unconfirmed.',
      }),

    noResetLink: (to: string): Mail =>
      layoutMail(to, 'Your Unmet password cannot be reset by mail yet', {
        paragraphs: [
          'Somebody, most likely you, asked for a new password for an Unmet account. The operator of this Unmet set this address for the account, and it is not confirmed yet.',
          'Please ask the operator to set a password. Then sign in and confirm the address.',
        ],
        ending: 'If you have no account, please tell the operator.',
      }),

    signUpAttempt: (to: string): Mail =>
      layoutMail(to, 'You already have an Unmet account', {
        paragraphs: [
          'Somebody, perhaps you, tried to sign up for Unmet with this address. It already has an account, so no new one was made and nothing was changed.',
          'If it was you, sign in with your password. If you forgot it, choose "Forgot password?" on the sign-in page.',
        ],
        action: { label: 'Sign in', link: pageUrl(publicUrl, '/auth') },
        ending: 'If it was not you, do nothing: nobody has accessed your account.',
      }),

    ...makeNotices(pageUrl(publicUrl, '/auth')),
  }
}
