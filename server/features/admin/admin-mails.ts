import { limits } from '#contract/limits.ts'
import { pageUrl } from '#contract/page-paths.ts'
import { layoutMail, tokenLink } from '#server/features/accounts/mail-layout.ts'
import type { Mail } from '#server/mail-ports.ts'

/** The URL of the link that resets an operator's password. */
export const adminResetLink = (publicUrl: string, token: string) =>
  tokenLink(publicUrl, '/admin/reset-password', token)

export function makeAdminMails(publicUrl: string, to: string) {
  return {
    resetLink: (token: string): Mail =>
      layoutMail(to, 'Reset the administrator password of Unmet', {
        paragraphs: [
          'Somebody, most likely you, asked for a new password for the administrator of your Unmet.',
          `The link works once and for ${limits.adminLinkMinutes} minutes. Only the newest link works.`,
        ],
        action: { label: 'Set a new password', link: adminResetLink(publicUrl, token) },
        ending: 'If it was not you, do nothing: the password stays as it is.',
      }),

    passwordChanged: (): Mail =>
      layoutMail(to, 'The administrator password of Unmet was changed', {
        paragraphs: ['It was changed by a reset link just now, and all administrator sessions were ended.'],
        action: { label: 'Open the administrator login', link: pageUrl(publicUrl, '/admin/login') },
        ending: 'If it was you, no action is needed. If not, run "npm run admin:reset" on the server.',
      }),
  }
}
