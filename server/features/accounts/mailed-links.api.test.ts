import { readFile } from 'node:fs/promises'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makePerson, post, type SignedUp, signIn, signUp, whoIs } from '#tests/harness/account-calls.ts'
import { type MailServer, openMailServer, type ReceivedMail } from '#tests/harness/mail-server.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

/** The clock stands still, because attempts are counted per quarter of an hour. */
const clock = () => new Date('2026-03-01T08:00:00Z')
const publicUrl = 'http://127.0.0.1:3000'
let product: TestApp
let mailServer: MailServer
let ann: SignedUp

beforeEach(async () => {
  mailServer = await openMailServer()
  product = await openTestApp(
    { clock },
    { SMTP_URL: mailServer.url, MAIL_FROM: 'Unmet Team <hi@unmet.example>' },
  )
  ann = await signUp(product.app)
})

afterEach(async () => {
  await product.close()
  await mailServer.close()
})

const linkIn = ({ mail }: ReceivedMail) => new URL(/^http\S+$/mu.exec(mail.text ?? '')?.[0] ?? 'none:')
const tokenIn = (mail: ReceivedMail) => linkIn(mail).searchParams.get('token') ?? ''

async function nextMail(subject: string): Promise<ReceivedMail> {
  const mail = await mailServer.nextMailTo(ann.email)
  expect(mail.mail.subject).toBe(subject)
  return mail
}

describe('a forgotten password', () => {
  test('is set again by the mailed link, which ends every session', async () => {
    const other = await signIn(product.app, ann)
    await nextMail('Confirm your email address for Unmet')
    const asked = await post(product.app, '/api/forgot-password', { email: ann.email.toUpperCase() })
    expect([asked.statusCode, asked.json()]).toEqual([
      200,
      { message: 'If an account with that email exists, a password reset link has been sent.' },
    ])
    const mail = await nextMail('Reset your Unmet password')
    expect(mail.mail.from).toMatchObject({ name: 'Unmet Team', address: 'hi@unmet.example' })
    const password = 'a new plum teapot'
    const reset = await post(product.app, '/api/reset-password', { token: tokenIn(mail), password })
    expect([reset.statusCode, reset.json()]).toEqual([
      200,
      { message: 'Your password was reset. Sign in with the new one.' },
    ])
    expect(await whoIs(product.app, ann.cookie)).toBeNull()
    expect(await whoIs(product.app, other)).toBeNull()
    expect((await post(product.app, '/api/login', ann)).statusCode).toBe(401)
    const cookie = await signIn(product.app, { ...ann, password })
    expect(await whoIs(product.app, cookie)).toMatchObject({ emailVerified: true })
    await nextMail('Your Unmet password was changed')
  })

  test('answers known and unknown addresses alike, in body and headers (ASVS 6.3.8)', async () => {
    const stranger = makePerson()
    const [known, unknown] = await Promise.all(
      [ann.email, stranger.email].map((email) => post(product.app, '/api/forgot-password', { email })),
    )
    expect(unknown?.body).toBe(known?.body)
    expect(unknown?.statusCode).toBe(known?.statusCode)
    expect(Object.keys(unknown?.headers ?? {})).toEqual(Object.keys(known?.headers ?? {}))
  })

  test('is linked to by the public address, whatever host the request names', async () => {
    await nextMail('Confirm your email address for Unmet')
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await post(product.app, '/api/forgot-password', { email: ann.email }, { headers })
    const mail = await nextMail('Reset your Unmet password')
    expect(linkIn(mail).origin).toBe(publicUrl)
    expect(linkIn(mail).pathname).toBe('/reset-password')
    expect(mail.raw).not.toContain('evil.example')
  })

  test('sends its owner five mails an hour and leaves the newest link working', async () => {
    await nextMail('Confirm your email address for Unmet')
    for (let number = 0; number < 6; number += 1) {
      const address = `198.51.100.${number}`
      const reply = await post(product.app, '/api/forgot-password', { email: ann.email }, { address })
      expect(reply.statusCode).toBe(200)
    }
    const mails = []
    for (let number = 0; number < 5; number += 1) mails.push(await nextMail('Reset your Unmet password'))
    const outcomes = []
    for (const mail of mails) {
      const body = { token: tokenIn(mail), password: 'a new plum teapot' }
      outcomes.push((await post(product.app, '/api/reset-password', body)).statusCode)
    }
    expect(outcomes.toSorted((one, other) => one - other)).toEqual([200, 400, 400, 400, 400])
    expect(mailServer.received.filter(({ mail }) => mail.subject?.startsWith('Reset'))).toHaveLength(5)
  })

  test('is refused with words for the person when the link does not work', async () => {
    const body = { token: 'A'.repeat(43), password: 'a new plum teapot' }
    const reply = await post(product.app, '/api/reset-password', body)
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      {
        code: 'invalid_link',
        message: 'The reset token is unknown, used or expired',
        userMessage: 'This password reset link is invalid or has expired.',
      },
    ])
  })

  test('allows twenty guesses at links from one address in a quarter of an hour', async () => {
    const body = { token: 'A'.repeat(43), password: 'a new plum teapot' }
    const statuses = []
    for (let number = 0; number < 21; number += 1) {
      statuses.push((await post(product.app, '/api/reset-password', body)).statusCode)
    }
    expect(statuses.slice(19)).toEqual([400, 429])
  })
})

describe('an address', () => {
  test('is confirmed by the link of the sign-up mail, without a session', async () => {
    const mail = await nextMail('Confirm your email address for Unmet')
    expect(`${linkIn(mail).origin}${linkIn(mail).pathname}`).toBe(`${publicUrl}/verify-email`)
    const reply = await post(product.app, '/api/verify-email', { token: tokenIn(mail) })
    expect(reply.statusCode).toBe(200)
    expect(await whoIs(product.app, ann.cookie)).toMatchObject({ emailVerified: true })
    const again = await post(product.app, '/api/verify-email', { token: tokenIn(mail) })
    expect([again.statusCode, again.json().code]).toEqual([400, 'invalid_link'])
  })

  test('gets another link when asked by its person, three times in a quarter of an hour', async () => {
    await nextMail('Confirm your email address for Unmet')
    const send = () => post(product.app, '/api/verify-email/send', {}, { cookie: ann.cookie })
    expect((await send()).statusCode).toBe(200)
    const mail = await nextMail('Confirm your email address for Unmet')
    expect((await post(product.app, '/api/verify-email', { token: tokenIn(mail) })).statusCode).toBe(200)
    const statuses = [await send(), await send(), await send()].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([200, 200, 429])
    expect((await post(product.app, '/api/verify-email/send', {})).statusCode).toBe(401)
  })

  test('that somebody tries to sign up with again gets a mail about it', async () => {
    await nextMail('Confirm your email address for Unmet')
    const { address, ...person } = makePerson({ email: ann.email })
    expect((await post(product.app, '/api/register', person, { address })).statusCode).toBe(200)
    await nextMail('You already have an Unmet account')
  })
})

test('without a mail server, mails are files that the log names, and their links work', async () => {
  const { promise: written, resolve } = Promise.withResolvers<string>()
  const withoutServer = await openTestApp({}, {}, (line) => {
    const path = /written to (\S+\.eml)/u.exec(JSON.parse(line).msg)?.[1]
    if (path !== undefined) resolve(path)
  })
  try {
    const person = await signUp(withoutServer.app)
    const mail = await PostalMime.parse(await readFile(await written))
    expect(mail.to).toMatchObject([{ address: person.email }])
    const token = /token=([\w-]{43})/u.exec(mail.text ?? '')?.[1] ?? ''
    expect((await post(withoutServer.app, '/api/verify-email', { token })).statusCode).toBe(200)
  } finally {
    await withoutServer.close()
  }
})
