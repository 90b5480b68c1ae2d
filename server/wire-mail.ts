import { join } from 'node:path'
import type { Logger } from 'pino'
import { outboxMailer } from './adapters/mail/outbox-mailer.ts'
import { smtpMailer } from './adapters/mail/smtp-mailer.ts'
import type { Config } from './config.ts'
import type { Clock, Mailer } from './ports.ts'

export type MailParts = { config: Config; logger: Logger; publicUrl: string; clock: Clock }

const senderOf = ({ config, publicUrl }: MailParts) =>
  config.mailFrom ?? { name: 'Unmet', address: `no-reply@${new URL(publicUrl).hostname}` }

/** Mails as files of this machine. */
export function openOutbox(parts: MailParts): Mailer {
  const { config, logger, clock } = parts
  const folder = join(config.dataDir, 'outbox')
  return outboxMailer({ folder, from: senderOf(parts), clock, log: (line) => logger.info(line) })
}

/** The mail server, or the outbox where none is set. */
export function wireMail(parts: MailParts): Mailer {
  const { smtpServer } = parts.config
  if (smtpServer === null) return openOutbox(parts)
  return smtpMailer({ server: smtpServer, from: senderOf(parts) })
}
