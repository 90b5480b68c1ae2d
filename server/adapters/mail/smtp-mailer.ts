import { createTransport } from 'nodemailer'
import {
  type Mailer,
  MailNotSent,
  MailPutOff,
  MailRefused,
  MalformedMailReply,
  RecipientRefused,
} from '#server/mail-ports.ts'
import { type MailSender, mailMessage } from './mail-message.ts'

type SmtpSettings = {
  server: {
    host: string
    port: number | null
    secure: boolean
    login: { user: string; password: string } | null
  }
  from: MailSender
  /** The timeout for the connection, for the greeting and between two commands. */
  silenceMs?: number
  totalMs?: number
}

const loopback = /^(localhost|127(\.\d+){3}|::1)$/u

/** Certificate errors with advice. The library only passes on the texts of Node.js and OpenSSL. */
const certificateFaults: [RegExp, string][] = [
  [
    /self.signed certificate|unable to (verify|get)|unknown ca\b/iu,
    'it is signed by an unknown authority. Set NODE_EXTRA_CA_CERTS to a file with that authority’s certificate',
  ],
  [/certificate has expired/iu, 'it has expired. Renew it, and check the clock of this machine'],
  [/not yet valid/iu, 'it is not valid yet. Check the clock of this machine'],
  [/altnames|does not match/iu, 'it is for another host. Put the host name of the certificate into SMTP_URL'],
]

/** The server's reply names the recipient, so only its status and our own code are reported. */
function toMailError(thrown: unknown): Error {
  const { code = 'an unknown error', command, responseCode, permanent, message = '' } = thrown as SmtpFailure
  if (thrown instanceof MailRefused) return thrown
  if (code === 'EABORT') return new MailNotSent('The mail server took too long')
  const at = command === undefined ? '' : ` at ${command}`
  const answer = responseCode === undefined ? code : `${responseCode} (${code})`
  if (permanent === true) {
    const Refused = command === 'RCPT TO' ? RecipientRefused : MailRefused
    return new Refused(`The mail server refused the mail: ${answer}${at}`)
  }
  if (responseCode !== undefined) return new MailPutOff(`The mail server deferred the mail: ${answer}${at}`)
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    return new MailRefused(`The mail cannot go to this server: ${code}${at}`)
  }
  if (code === 'EPROTOCOL')
    return new MalformedMailReply(`The mail server sent an invalid response: ${code}${at}`)
  const [, remedy] = certificateFaults.find(([pattern]) => pattern.test(message)) ?? []
  if (remedy !== undefined) {
    return new MailNotSent(`The certificate of the mail server is not trusted${at}: ${remedy}`)
  }
  return new MailNotSent(`The mail server could not be reached or stopped answering: ${code}${at}`)
}

type SmtpFailure = Partial<Error> & {
  code?: string
  command?: string
  responseCode?: number
  permanent?: boolean
}

/** Sends over SMTP, one connection per mail. Passwords are only sent encrypted, except to this machine. */
export function smtpMailer(settings: SmtpSettings): Mailer {
  const { server, from, silenceMs = 10_000, totalMs = 20_000 } = settings
  const { login } = server
  const transport = createTransport({
    host: server.host,
    ...(server.port !== null && { port: server.port }),
    secure: server.secure,
    requireTLS: login !== null && !loopback.test(server.host),
    ...(login !== null && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(totalMs)
      try {
        await transport.sendMail({ ...mailMessage(mail, from), signal })
      } catch (error) {
        throw toMailError(error)
      }
    },
  }
}
