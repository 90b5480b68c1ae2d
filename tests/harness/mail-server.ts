import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = { recipients: string[]; raw: string; mail: Email }

export type MailServer = {
  /** The value for SMTP_URL. */
  url: string
  port: number
  /** The mails that arrived completely, in order of arrival. */
  received: readonly ReceivedMail[]
  /** The next unread mail to this address. */
  nextMailTo(address: string): Promise<ReceivedMail>
  close(): Promise<void>
}

/** A real SMTP server on loopback that stores received mails. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const taken = new Set<ReceivedMail>()
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        void PostalMime.parse(raw).then((mail) => {
          received.push({ recipients, raw, mail })
          callback()
          for (const look of waiting) look()
        }, callback)
      })
    },
    ...options,
  })
  // Disconnecting clients are part of the tests.
  server.on('error', () => {})
  const listening = once(server.server, 'listening')
  server.listen(0, '127.0.0.1')
  await listening
  const { port } = server.server.address() as AddressInfo

  function takeMailTo(address: string): ReceivedMail | undefined {
    const wanted = address.toLowerCase()
    const isFor = ({ recipients }: ReceivedMail) => recipients.some((one) => one.toLowerCase() === wanted)
    const mail = received.find((one) => !taken.has(one) && isFor(one))
    if (mail !== undefined) taken.add(mail)
    return mail
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    nextMailTo(address) {
      const { promise, resolve } = Promise.withResolvers<ReceivedMail>()
      const look = () => {
        const mail = takeMailTo(address)
        if (mail === undefined) return
        waiting.delete(look)
        resolve(mail)
      }
      waiting.add(look)
      look()
      return promise
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
