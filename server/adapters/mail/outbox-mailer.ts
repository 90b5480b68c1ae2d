import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '#server/clock.ts'
import { type Mail, type Mailer, MailNotSent, MailRefused } from '#server/mail-ports.ts'
import { type MailSender, mailMessage } from './mail-message.ts'

type OutboxSettings = {
  folder: string
  from: MailSender
  clock: Clock
  log: (line: string) => void
  /** The maximum number of mails; older mails are deleted. */
  mostMails?: number
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

async function compose(mail: Mail, from: MailSender, date: Date): Promise<Buffer> {
  const { message } = await composer.sendMail({ ...mailMessage(mail, from), date })
  if (!Buffer.isBuffer(message)) throw new TypeError('The composed mail is not a buffer')
  return message
}

/**
 * Writes the file atomically, and readable only by the product's user, because mails contain sign-in links.
 */
async function writeMail(folder: string, name: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const draft = join(folder, `.${name}.draft`)
  try {
    await writeFile(draft, message, { mode: 0o600, flag: 'wx' })
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** The names start with the time, so that sorting them sorts the mails by time. */
async function removeOldest(folder: string, mostMails: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  for (const name of names.slice(0, Math.max(0, names.length - mostMails))) {
    await rm(join(folder, name), { force: true })
  }
}

/** Writes each mail to an .eml file, for machines without a mail server. */
export function outboxMailer({ folder, from, clock, log, mostMails = 500 }: OutboxSettings): Mailer {
  let sent = 0
  return {
    async send(mail) {
      const now = clock()
      sent += 1
      const order = `${now.toISOString().replaceAll(':', '-')}-${String(sent).padStart(6, '0')}`
      const name = `${order}-${randomBytes(4).toString('hex')}.eml`
      try {
        await writeMail(folder, name, await compose(mail, from, now))
        await removeOldest(folder, mostMails)
      } catch (error) {
        if (error instanceof MailRefused) throw error
        const { code = 'an unknown error' } = error as NodeJS.ErrnoException
        throw new MailNotSent(`The mail could not be written to the folder ${folder}: ${code}`)
      }
      log(`SMTP_URL is not set, so a mail was written to ${join(folder, name)}`)
    },
  }
}
