import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  adminCookieOf,
  adminPost,
  adminRead,
  operator,
  readAuditLog,
  requireAdminCookie,
  setUpOperator,
} from '#tests/harness/admin-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { codeOfStep, stepAt } from './one-time-code.ts'

let product: TestApp
let cookie: string
let now: Date

beforeEach(async () => {
  now = new Date('2026-03-02T10:00:10Z')
  product = await openTestApp({ clock: () => now })
  cookie = await setUpOperator(product.app)
})
afterEach(() => product.close())

const call = (path: string, payload: object) => adminPost(product.app, path, payload, cookie)
const { password } = operator

/** The current code of the app. Each code works once, so time has to pass between two of them. */
const codeNow = (secret: string) => codeOfStep(secret, stepAt(now))
const waitForNextCode = () => {
  now = new Date(now.getTime() + 60_000)
}

async function begin(): Promise<string> {
  const started = await call('second-factor/start', { password })
  expect(started.statusCode, started.body).toBe(200)
  return started.json<{ secret: string }>().secret
}

async function turnOn() {
  const secret = await begin()
  const confirmed = await call('second-factor/confirm', { code: codeNow(secret) })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  waitForNextCode()
  return { secret, ...confirmed.json<{ recoveryCodes: string[] }>() }
}

async function tryLogin(code?: string) {
  const reply = await adminPost(product.app, 'login', code === undefined ? operator : { ...operator, code })
  return reply.statusCode === 200 ? 'in' : reply.json().code
}

const status = () => adminRead(product.app, 'second-factor', cookie)

test('begun and not confirmed, it changes nothing; confirmed, a login needs a code', async () => {
  const secret = await begin()
  expect(await status()).toEqual({ enabled: false, recoveryCodesLeft: 0 })
  expect(await tryLogin()).toBe('in')
  const wrong = await call('second-factor/confirm', { code: '000000' })
  expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong_second_factor'])
  expect((await call('second-factor/confirm', { code: codeNow(secret) })).statusCode).toBe(200)
  expect(await status()).toEqual({ enabled: true, recoveryCodesLeft: 10 })
  expect(await adminRead(product.app, 'me', cookie)).toMatchObject({ secondFactor: true })
  expect(await tryLogin()).toBe('second_factor_required')
  waitForNextCode()
  expect(await tryLogin(`${codeNow(secret).slice(0, 3)} ${codeNow(secret).slice(3)}`)).toBe('in')
})

test('ASVS 6.5.1: a code and a recovery code work once', async () => {
  const { secret, recoveryCodes } = await turnOn()
  const code = codeNow(secret)
  expect([await tryLogin(code), await tryLogin(code)]).toEqual(['in', 'wrong_second_factor'])
  const [recovery = ''] = recoveryCodes
  expect(recovery).toMatch(/^([a-z2-7]{6}-){3}[a-z2-7]{6}$/u)
  const typed = recovery.toUpperCase().replaceAll('-', ' ')
  expect([await tryLogin(typed), await tryLogin(typed)]).toEqual(['in', 'wrong_second_factor'])
  expect(await status()).toEqual({ enabled: true, recoveryCodesLeft: 9 })
  const log = await readAuditLog(product.app, cookie)
  expect(log.map(({ action }) => action)).toEqual([
    'login_failed',
    'login',
    'recovery_code_used',
    'login_failed',
    'login',
    'second_factor_on',
    'setup',
  ])
})

test('parallel logins with one code let one in', async () => {
  const { secret } = await turnOn()
  const code = codeNow(secret)
  const outcomes = await Promise.all([tryLogin(code), tryLogin(code), tryLogin(code)])
  expect(outcomes.sort()).toEqual(['in', 'wrong_second_factor', 'wrong_second_factor'])
})

test('codes cannot be guessed for ever, from wherever', async () => {
  await turnOn()
  const outcomes = []
  for (let tries = 0; tries < 6; tries += 1) {
    const headers = { remoteAddress: `10.7.0.${tries}` }
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { ...operator, code: '000000' },
      ...headers,
    })
    outcomes.push(reply.json().code)
  }
  expect(outcomes).toEqual([...Array(5).fill('wrong_second_factor'), 'too_many_attempts'])
})

test('ASVS 6.5.2: neither the secret nor a recovery code is readable in the database', async () => {
  const { secret, recoveryCodes } = await turnOn()
  const { rows } = await product.database.pool.query(
    'select (select json_agg(f) from admin_second_factors f) f, (select json_agg(c) from admin_recovery_codes c) c',
  )
  const stored = JSON.stringify(rows)
  for (const code of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replaceAll('-', ''))]) {
    expect(stored).not.toContain(code)
  }
})

test('new recovery codes end the old ones, and only with the password', async () => {
  const refused = await call('second-factor/recovery-codes', { password })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'second_factor_off'])
  const { recoveryCodes } = await turnOn()
  const wrong = await call('second-factor/recovery-codes', { password: 'wrong' })
  expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'wrong_password'])
  const renewed = await call('second-factor/recovery-codes', { password })
  expect(await tryLogin(recoveryCodes[0])).toBe('wrong_second_factor')
  expect(await tryLogin(renewed.json<{ recoveryCodes: string[] }>().recoveryCodes[0])).toBe('in')
})

test('turning it off takes the password, and a password is enough from then on', async () => {
  await turnOn()
  const second = await call('second-factor/start', { password })
  expect([second.statusCode, second.json().code]).toEqual([409, 'second_factor_on'])
  expect((await call('second-factor/stop', { password: 'wrong' })).json().code).toBe('wrong_password')
  expect((await call('second-factor/stop', { password })).statusCode).toBe(200)
  expect(await status()).toEqual({ enabled: false, recoveryCodesLeft: 0 })
  const reply = await adminPost(product.app, 'login', operator)
  expect(adminCookieOf(reply)).not.toBeNull()
})

test('ASVS 7.4.3: turning it on or off ends all other sessions', async () => {
  const logInElsewhere = async (code?: string) =>
    requireAdminCookie(
      await adminPost(product.app, 'login', code === undefined ? operator : { ...operator, code }),
    )
  const isOpen = async (session: string) =>
    (await product.app.inject({ url: '/api/admin/me', headers: { cookie: session } })).statusCode === 200
  const before = await logInElsewhere()
  expect(await isOpen(before)).toBe(true)
  const { secret } = await turnOn()
  expect([await isOpen(before), await isOpen(cookie)]).toEqual([false, true])
  const between = await logInElsewhere(codeNow(secret))
  expect((await call('second-factor/stop', { password: 'wrong' })).statusCode).toBe(403)
  expect(await isOpen(between)).toBe(true)
  expect((await call('second-factor/stop', { password })).statusCode).toBe(200)
  expect([await isOpen(between), await isOpen(cookie)]).toEqual([false, true])
})

test('a session left open cannot guess the password through it', async () => {
  const codes = []
  for (let tries = 0; tries < 6; tries += 1) {
    codes.push((await call('second-factor/start', { password: `guess ${tries}` })).json().code)
  }
  expect(codes).toEqual([...Array(5).fill('wrong_password'), 'too_many_attempts'])
})
