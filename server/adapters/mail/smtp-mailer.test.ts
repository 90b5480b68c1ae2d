import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type Mail,
  type Mailer,
  MailNotSent,
  MailPutOff,
  MailRefused,
  MalformedMailReply,
  RecipientRefused,
} from '#server/mail-ports.ts'
import { type MailServer, openMailServer } from '#tests/harness/mail-server.ts'
import { smtpMailer } from './smtp-mailer.ts'

const from = { name: 'Unmet', address: 'no-reply@unmet.example' }
const token = `${'aZ09-_'.repeat(7)}=`.slice(0, 43)
const link = `https://unmet.example/reset-password?token=${token}`
const mail: Mail = {
  to: 'ann@people.example',
  subject: 'Wähle ein neues Passwort ✓',
  text: `Open this link:\n\n${link}\n`,
  html: `<p>Grüße: <a href="${link}">Set a new password</a></p>`,
}

const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(...options: Parameters<typeof openMailServer>): Promise<MailServer> {
  const server = await openMailServer(...options)
  closing.push(() => server.close())
  return server
}

type Place = {
  port: number
  login?: { user: string; password: string }
  silenceMs?: number
  totalMs?: number
}

function mailerTo({ port, login, ...limits }: Place): Mailer {
  const server = { host: '127.0.0.1', port, secure: false, login: login ?? null }
  return smtpMailer({ server, from, ...limits })
}

/** Starts a server whose replies are chosen by the test, and may violate SMTP. */
async function listenWith(speak: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    speak(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

describe('a mail', () => {
  test('arrives with both parts, its subject and its sender', async () => {
    const server = await serve()
    await mailerTo(server).send(mail)
    const received = await server.nextMailTo(mail.to)
    expect(received.recipients).toEqual([mail.to])
    expect(received.mail).toMatchObject({ subject: mail.subject, from, to: [{ name: '', address: mail.to }] })
    expect(received.mail.text?.trim()).toBe(mail.text.trim())
    expect(received.mail.html?.trim()).toBe(mail.html)
    expect(received.raw).toMatch(/^Content-Type: multipart\/alternative;/mu)
    expect(received.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/mu)
  })

  test('carries a token of 43 characters through the encoding of both parts (ASVS 11.5.1)', async () => {
    const server = await serve()
    await mailerTo(server).send({ ...mail, text: `Grüße ${'x'.repeat(60)} ${link}` })
    const { mail: parsed } = await server.nextMailTo(mail.to)
    expect(parsed.text).toContain(`token=${token}`)
    expect(parsed.html).toContain(`token=${token}"`)
  })
})

describe('a recipient that is not one plain address gets nothing, nor does anybody it smuggles in', () => {
  test.each([
    'ann@people.example\r\nBcc: evil@other.example',
    'ann@people.example\nevil@other.example',
    'ann@people.example, evil@other.example',
    'ann@people.example; evil@other.example',
    'Friends: ann@people.example, evil@other.example;',
    'Ann <evil@other.example>',
    '<evil@other.example>',
    '"evil@other.example"@people.example',
    'ann@people.example>\r\nRCPT TO:<evil@other.example',
    ' ann@people.example',
    'ann',
    '',
  ])('%j', async (to) => {
    const server = await serve()
    await expect(mailerTo(server).send({ ...mail, to })).rejects.toThrow(MailRefused)
    expect(server.received).toEqual([])
  })
})

test('a subject with line breaks adds no header', async () => {
  const server = await serve()
  await mailerTo(server).send({ ...mail, subject: 'Hello\r\nBcc: evil@other.example' })
  const received = await server.nextMailTo(mail.to)
  expect(received.recipients).toEqual([mail.to])
  expect(received.mail.bcc).toBeUndefined()
})

describe('a failure says what went wrong, without the recipient', () => {
  async function failureOf(mailer: Mailer): Promise<Error> {
    const failure = await mailer.send(mail).then(
      () => new Error('It was sent'),
      (error: Error) => error,
    )
    expect(`${failure.message} ${failure.stack} ${String(failure.cause)}`).not.toContain(mail.to)
    return failure
  }

  const refuseWith = (responseCode: number) =>
    serve({
      onRcptTo: ({ address }, _session, callback) =>
        callback(Object.assign(new Error(`No such person: ${address}`), { responseCode })),
    })

  test('a refused recipient is refused', async () => {
    const failure = await failureOf(mailerTo(await refuseWith(550)))
    expect(failure).toBeInstanceOf(RecipientRefused)
    expect(failure.message).toBe('The mail server refused the mail: 550 (EENVELOPE) at RCPT TO')
  })

  test('a recipient put off until later is not sent', async () => {
    const failure = await failureOf(mailerTo(await refuseWith(451)))
    expect(failure).toBeInstanceOf(MailPutOff)
    expect(failure.message).toBe('The mail server deferred the mail: 451 (EENVELOPE) at RCPT TO')
  })

  test('a wrong password is refused and not repeated', async () => {
    const server = await serve({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(new Error('Nobody of that name')),
    })
    const login = { user: 'unmet', password: 'hunter2-hunter2' }
    const failure = await failureOf(mailerTo({ ...server, login }))
    expect(failure).toBeInstanceOf(MailRefused)
    expect(failure.message).toContain('535 (EAUTH)')
    expect(failure.message).not.toContain('hunter2')
  })

  test('a certificate that nobody known signed is named, with what to do', async () => {
    const failure = await failureOf(mailerTo(await serve({ disabledCommands: [] })))
    expect(failure).toBeInstanceOf(MailNotSent)
    expect(failure.message).toMatch(
      /^The certificate of the mail server is not trusted at (STARTTLS|CONN): /u,
    )
    expect(failure.message).toMatch(/NODE_EXTRA_CA_CERTS|Renew it/u)
  })

  test('nobody listening is not sent', async () => {
    const server = await openMailServer()
    await server.close()
    const failure = await failureOf(mailerTo(server))
    expect(failure).toBeInstanceOf(MailNotSent)
    expect(failure.message).toContain('ESOCKET')
  })

  test('a server that never greets is given up', async () => {
    const port = await listenWith(() => {})
    const failure = await failureOf(mailerTo({ port, silenceMs: 50 }))
    expect(failure).toBeInstanceOf(MailNotSent)
    expect(failure.message).toContain('ETIMEDOUT')
  })

  test('a server that trickles words without an end is given up after the time for one mail', async () => {
    const port = await listenWith((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    const failure = await failureOf(mailerTo({ port, silenceMs: 5000, totalMs: 100 }))
    expect(failure).toBeInstanceOf(MailNotSent)
    expect(failure.message).toBe('The mail server took too long')
  })

  test('a server that speaks another language is nonsense', async () => {
    const port = await listenWith((socket) => {
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    expect(await failureOf(mailerTo({ port, silenceMs: 1000 }))).toBeInstanceOf(MalformedMailReply)
  })
})

test('a password is sent when the server is on this machine', async () => {
  const seen: unknown[] = []
  const server = await serve({
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      seen.push({ username, password })
      callback(null, { user: username })
    },
  })
  await mailerTo({ ...server, login: { user: 'unmet', password: 'a/b:c@d' } }).send(mail)
  expect(seen).toEqual([{ username: 'unmet', password: 'a/b:c@d' }])
})

test('a password is not sent unencrypted to another machine', async () => {
  const seen: unknown[] = []
  const { port } = await serve({
    allowInsecureAuth: true,
    onAuth(auth, _session, callback) {
      seen.push(auth)
      callback(null, { user: 'unmet' })
    },
  })
  // A loopback address that does not look like one.
  const host = '::ffff:127.0.0.1'
  const login = { user: 'unmet', password: 'hunter2' }
  const mailer = smtpMailer({ server: { host, port, secure: false, login }, from })
  await expect(mailer.send(mail)).rejects.toThrow(/ETLS|STARTTLS/u)
  expect(seen).toEqual([])
})
