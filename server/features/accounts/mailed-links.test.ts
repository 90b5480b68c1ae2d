import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { smtpMailer } from '#server/adapters/mail/smtp-mailer.ts'
import {
  accountIdentities,
  emailVerificationTokens,
  passwordResetTokens,
  sessions,
  users,
} from '#server/database/account-schema.ts'
import { eq } from '#server/database/drizzle.ts'
import { AppError } from '#server/errors.ts'
import { cheapHash } from '#tests/harness/cheap-hash.ts'
import { type MailServer, openMailServer } from '#tests/harness/mail-server.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import type { SecurityEvent } from './account-deps.ts'
import { makeAccountMails } from './account-mails.ts'
import { makeAttemptStore } from './attempt-store.ts'
import { makeAttemptLimiter } from './limit-attempts.ts'
import { makeMailDelivery } from './mail-delivery.ts'
import { requestPasswordReset, resendVerification, resetPassword, verifyEmail } from './mailed-links.ts'
import { makeMailedTokenStore } from './mailed-token-store.ts'
import { makePasswordHasher } from './password-hash.ts'

const minuteMs = 60_000
const newPassword = ' Ünïcode & spaces stay '
const hasher = makePasswordHasher(cheapHash)

let database: TestDatabase
let mailServer: MailServer
let now = new Date('2026-05-05T10:00:00Z')
let email = ''
let userId = ''
let people = 0
const warnings: string[] = []
const events: string[] = []

function makeDeps(mailPort = mailServer.port, retryPausesMs = [0]) {
  const clock = () => now
  const server = { host: '127.0.0.1', port: mailPort, secure: false, login: null }
  const mailer = smtpMailer({ server, from: { name: 'Unmet', address: 'no-reply@unmet.example' } })
  const delivery = makeMailDelivery({
    mailer,
    warn: (message, details) => warnings.push(`${message} ${JSON.stringify(details)}`),
    retryPausesMs,
  })
  return {
    tokens: makeMailedTokenStore(database.db),
    accountMails: makeAccountMails('https://unmet.example'),
    delivery,
    clock,
    attempts: makeAttemptLimiter({ store: makeAttemptStore(database.db), clock }),
    recordEvent: (event: SecurityEvent) => events.push(event.event),
    hasher,
    refuseCommonPassword(password: string) {
      if (password === 'password1') throw new AppError('password_too_common', 'Too common')
    },
  }
}

let deps: ReturnType<typeof makeDeps>

beforeAll(async () => {
  database = await openTestDatabase()
  mailServer = await openMailServer()
})

afterAll(async () => {
  await mailServer.close()
  await database.close()
})

afterEach(() => deps.delivery.finish())

beforeEach(async () => {
  deps = makeDeps()
  warnings.length = 0
  events.length = 0
  people += 1
  email = `Ann.${people}@people.example`
  userId = await addPerson(email)
})

async function addPerson(address: string): Promise<string> {
  const password = await hasher.hashPassword('the old password')
  const [user] = await database.db
    .insert(users)
    .values({ email: address, password, mustChangePassword: true })
    .returning({ id: users.id })
  return user?.id ?? ''
}

async function readUser() {
  const [user] = await database.db.select().from(users).where(eq(users.id, userId))
  return user
}

const tokenIn = (text: string | undefined) => /token=([A-Za-z0-9_-]{43})\s/u.exec(text ?? '')?.[1] ?? ''

async function nextToken(): Promise<string> {
  return tokenIn((await mailServer.nextMailTo(email)).mail.text)
}

/** Every request of a test comes from its own IP address. */
const visit = () => ({ address: `10.1.0.${people}` })

const requestReset = (from: typeof deps, address: string) => requestPasswordReset(from, visit(), address)

async function askForReset(): Promise<string> {
  await requestReset(deps, email.toLowerCase())
  return nextToken()
}

async function askForVerification(): Promise<string> {
  await resendVerification(deps, { ...visit(), userId })
  return nextToken()
}

async function outcome(doing: Promise<unknown>): Promise<string> {
  return doing.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
}

const reset = (token: string, password = newPassword) =>
  outcome(resetPassword(deps, visit(), { token, password }))
const verify = (token: string) => outcome(verifyEmail(deps, { ...visit(), userId: null }, token))

describe('a password reset', () => {
  test('takes a link of 256 random bits from the mail, of which only the sha256 is stored (ASVS 11.5.1, 6.5.2)', async () => {
    const tokens = [await askForReset(), await askForReset()]
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const stored = await database.db
      .select()
      .from(passwordResetTokens)
      .where(eq(passwordResetTokens.userId, userId))
    const sha256 = createHash('sha256')
      .update(tokens[1] ?? '')
      .digest('hex')
    expect(stored.map(({ tokenHash }) => tokenHash)).toEqual([sha256])
  })

  test('sets the password as typed, proves the address and ends every session (ASVS 7.4.2, 7.4.3)', async () => {
    const stranger = await addPerson(`other.${people}@people.example`)
    await database.db.insert(sessions).values([
      { tokenHash: `a${people}`, content: { userId, publicId: 'a' }, expiresAt: new Date('2099-01-01') },
      { tokenHash: `b${people}`, content: { userId, publicId: 'b' }, expiresAt: new Date('2099-01-01') },
      {
        tokenHash: `c${people}`,
        content: { userId: stranger, publicId: 'c' },
        expiresAt: new Date('2099-01-01'),
      },
    ])
    const token = await askForReset()
    expect(await reset(token)).toBe('done')
    const user = await readUser()
    expect(user).toMatchObject({ mustChangePassword: false, emailVerifiedAt: now })
    expect(await hasher.verifyPassword(user?.password ?? null, newPassword)).toBe(true)
    expect(await hasher.verifyPassword(user?.password ?? null, newPassword.trim())).toBe(false)
    const left = await database.db.select({ tokenHash: sessions.tokenHash }).from(sessions)
    expect(left.map(({ tokenHash }) => tokenHash).filter((hash) => hash.endsWith(`${people}`))).toEqual([
      `c${people}`,
    ])
    expect((await mailServer.nextMailTo(email)).mail.subject).toBe('Your Unmet password was changed')
  })

  test('works once (ASVS 6.4.3, 6.5.1)', async () => {
    const token = await askForReset()
    expect(await reset(token)).toBe('done')
    expect(await reset(token, 'another password')).toBe('invalid_link')
    expect(events).toEqual(['password_reset_requested', 'password_reset', 'password_reset_failed'])
    expect(await hasher.verifyPassword((await readUser())?.password ?? null, newPassword)).toBe(true)
  })

  test('tried twenty times at once works exactly once (ASVS 6.5.1)', async () => {
    const token = await askForReset()
    const tries = Array.from({ length: 20 }, (_, number) => reset(token, `parallel password ${number}`))
    const outcomes = await Promise.all(tries)
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'invalid_link')).toHaveLength(19)
    const winner = `parallel password ${outcomes.indexOf('done')}`
    expect(await hasher.verifyPassword((await readUser())?.password ?? null, winner)).toBe(true)
  })

  test('works with the newest link only (ASVS 6.4.3)', async () => {
    const older = await askForReset()
    const newest = await askForReset()
    expect(await reset(older)).toBe('invalid_link')
    expect(await reset(newest)).toBe('done')
  })

  test('asked for five times at once leaves one link that works', async () => {
    await Promise.all(Array.from({ length: 5 }, () => requestReset(deps, email)))
    await deps.delivery.finish()
    const tokens = []
    for (let number = 0; number < 5; number += 1) tokens.push(await nextToken())
    const outcomes = []
    for (const token of tokens) outcomes.push(await reset(token))
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
  })

  test('works for 30 minutes (ASVS 6.4.3)', async () => {
    const start = now
    const late = await askForReset()
    now = new Date(start.getTime() + 30 * minuteMs)
    expect(await reset(late)).toBe('invalid_link')
    const inTime = await askForReset()
    now = new Date(now.getTime() + 30 * minuteMs - 1)
    expect(await reset(inTime)).toBe('done')
  })

  test('refuses a common password and leaves the link usable (ASVS 6.2.4)', async () => {
    const token = await askForReset()
    expect(await reset(token, 'password1')).toBe('password_too_common')
    expect(await reset(token)).toBe('done')
  })

  test('refuses links that were never sent, and those for other things', async () => {
    const forAddress = await askForVerification()
    for (const token of ['x', 'A'.repeat(43), '\u0000', '%', forAddress]) {
      expect(await reset(token)).toBe('invalid_link')
    }
    expect(await verify(await askForReset())).toBe('invalid_link')
  })

  test('of a deleted person does nothing', async () => {
    const token = await askForReset()
    await database.db.delete(users).where(eq(users.id, userId))
    expect(await reset(token)).toBe('invalid_link')
  })

  test('of an address the person no longer has does nothing', async () => {
    const token = await askForReset()
    await database.db
      .update(users)
      .set({ email: `moved.${people}@people.example` })
      .where(eq(users.id, userId))
    expect(await reset(token)).toBe('invalid_link')
  })

  test('unties other sign-ins from an address that nobody had proved, and keeps them where it was', async () => {
    const tie = (subject: string) =>
      database.db.insert(accountIdentities).values({ issuer: 'https://idp.example', subject, userId, email })
    const tied = () =>
      database.db.select().from(accountIdentities).where(eq(accountIdentities.userId, userId))
    await tie(`planted ${people}`)
    expect(await reset(await askForReset())).toBe('done')
    expect(await tied()).toEqual([])
    await mailServer.nextMailTo(email)
    await tie(`own ${people}`)
    expect(await reset(await askForReset())).toBe('done')
    expect(await tied()).toHaveLength(1)
  })

  test('of an unknown address is acknowledged alike and sends nothing (ASVS 6.3.8)', async () => {
    const before = mailServer.received.length
    const unknown = await requestReset(deps, `nobody.${people}@people.example`)
    const known = await requestReset(deps, email)
    expect(unknown).toEqual(known)
    await deps.delivery.finish()
    expect(mailServer.received.slice(before).map(({ recipients }) => recipients)).toEqual([[email]])
  })

  test('is acknowledged alike while the mail server is down, and the log names neither address nor link', async () => {
    const closed = await openMailServer()
    await closed.close()
    // Without retries there is one warning, no matter how soon the first attempt fails.
    const down = makeDeps(closed.port, [])
    expect(await requestReset(down, email)).toEqual(await requestReset(deps, email))
    await down.delivery.finish()
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('The mail "password reset link" was not sent and is given up')
    expect(warnings[0]).not.toContain(email)
    expect(warnings[0]).not.toContain('token')
    await nextToken()
    expect(await reset(await askForReset())).toBe('done')
  })
})

describe('an address', () => {
  test('is proved by the link that was sent to it, once', async () => {
    const token = await askForVerification()
    expect(await readUser()).toMatchObject({ emailVerifiedAt: null })
    expect(await verify(token)).toBe('done')
    expect(await readUser()).toMatchObject({ emailVerifiedAt: now })
    expect(await verify(token)).toBe('invalid_link')
  })

  test('is proved within 24 hours', async () => {
    const token = await askForVerification()
    now = new Date(now.getTime() + 24 * 60 * minuteMs)
    expect(await verify(token)).toBe('invalid_link')
    const another = await askForVerification()
    now = new Date(now.getTime() + 24 * 60 * minuteMs - 1)
    expect(await verify(another)).toBe('done')
  })

  test('is proved by the newest link only', async () => {
    const older = await askForVerification()
    const newest = await askForVerification()
    expect(await verify(older)).toBe('invalid_link')
    expect(await verify(newest)).toBe('done')
  })

  test('is not proved by a link that was sent to another one', async () => {
    const token = await askForVerification()
    await database.db
      .update(users)
      .set({ email: `moved.${people}@people.example` })
      .where(eq(users.id, userId))
    expect(await verify(token)).toBe('invalid_link')
  })

  test('that is proved gets no further link', async () => {
    const before = mailServer.received.length
    expect(await verify(await askForVerification())).toBe('done')
    await resendVerification(deps, { ...visit(), userId })
    await deps.delivery.finish()
    expect(mailServer.received).toHaveLength(before + 1)
  })
})

test('links past their time are removed', async () => {
  await askForReset()
  await askForVerification()
  const count = async () =>
    (await database.db.$count(passwordResetTokens, eq(passwordResetTokens.userId, userId))) +
    (await database.db.$count(emailVerificationTokens, eq(emailVerificationTokens.userId, userId)))
  await deps.tokens.deleteExpiredTokens(new Date(now.getTime() + 29 * minuteMs))
  expect(await count()).toBe(2)
  await deps.tokens.deleteExpiredTokens(new Date(now.getTime() + 31 * minuteMs))
  expect(await count()).toBe(1)
})
