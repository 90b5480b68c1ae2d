import { email } from '#contract/accounts.ts'
import { type Mail, MailRefused } from '#server/mail-ports.ts'

export type MailSender = { name: string; address: string }

/** The recipient is an object, because in a string nodemailer would parse lists, groups and line breaks. */
export function mailMessage(mail: Mail, from: MailSender) {
  const to = email.safeParse(mail.to)
  if (!to.success || to.data !== mail.to) throw new MailRefused('The recipient is not one plain address')
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.messageId === undefined ? {} : { messageId: `<${mail.messageId}>` }),
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
