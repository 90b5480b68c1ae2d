import { readdir, readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { AdminAccount } from '#contract/admin.ts'
import type { Mail, Mailer } from '#server/mail-ports.ts'
import { goodPassword, post } from '#tests/harness/account-calls.ts'
import {
  adminCookieOf,
  adminGet,
  adminPost,
  adminRead,
  logIn,
  operator,
  readAuditLog,
  setUpOperator,
} from '#tests/harness/admin-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
afterEach(() => product.close())

const minuteMs = 60_000

/** A clock that tests can set. */
function makeClock(start = '2026-03-02T10:00:00Z') {
  let now = new Date(start)
  return { clock: () => now, pass: (ms: number) => (now = new Date(now.getTime() + ms)) }
}

async function setupStatus(): Promise<unknown> {
  return (await product.app.inject({ url: '/api/admin/setup-status' })).json()
}

async function admins(): Promise<number> {
  const { rows } = await product.database.pool.query('select count(*)::integer as admins from admin_users')
  return rows[0].admins
}

const codeOf = (reply: { json: () => { code: string } }) => reply.json().code

describe('the setup', () => {
  test('makes one administrator, signs them in and can then not be done again', async () => {
    product = await openTestApp()
    expect(await setupStatus()).toEqual({ needsSetup: true, needsSetupCode: false })
    const cookie = await setUpOperator(product.app)
    expect(await adminRead(product.app, 'me', cookie)).toEqual({
      username: 'The Operator',
      secondFactor: false,
    })
    expect(await setupStatus()).toEqual({ needsSetup: false, needsSetupCode: false })
    const second = await adminPost(product.app, 'setup', { username: 'Somebody', password: goodPassword })
    expect([second.statusCode, codeOf(second), adminCookieOf(second)]).toEqual([409, 'setup_done', null])
  })

  test('ASVS 2.3.4: fifty at the same moment make one administrator', async () => {
    product = await openTestApp()
    const tries = Array.from({ length: 50 }, (_, index) =>
      post(
        product.app,
        '/api/admin/setup',
        { username: `operator ${index}`, password: goodPassword },
        { address: `10.9.0.${index}` },
      ),
    )
    const replies = await Promise.all(tries)
    const refused = replies.filter((reply) => reply.statusCode === 409 && codeOf(reply) === 'setup_done')
    expect(refused).toHaveLength(49)
    expect(await admins()).toBe(1)
    expect(replies.filter((reply) => adminCookieOf(reply) !== null)).toHaveLength(1)
  })

  test('in production needs the code of the log, which works however it is typed', async () => {
    const lines: string[] = []
    product = await openTestApp({}, { NODE_ENV: 'production' }, (line) => lines.push(line))
    expect(await setupStatus()).toEqual({ needsSetup: true, needsSetupCode: true })
    const code = /setup code ([0-9a-f-]+)/u.exec(lines.join('\n'))?.[1] ?? ''
    expect(code).toHaveLength(23)
    for (const setupCode of [undefined, '', '00000-00000-00000-00000']) {
      const refused = await adminPost(product.app, 'setup', { ...operator, setupCode })
      expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'wrong_setup_code'])
    }
    expect(await admins()).toBe(0)
    const typed = ` ${code.toUpperCase().replaceAll('-', '')} `
    expect((await adminPost(product.app, 'setup', { ...operator, setupCode: typed })).statusCode).toBe(200)
  })

  test.each([
    { PUBLIC_URL: 'https://unmet.example' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:3000' },
  ])('where others than this machine can come in it needs the code as well: %j', async (environment) => {
    product = await openTestApp({}, environment)
    expect(await setupStatus()).toEqual({ needsSetup: true, needsSetupCode: true })
  })

  test('cannot be tried for ever with made-up codes', async () => {
    product = await openTestApp({ clock: makeClock().clock }, { NODE_ENV: 'production' })
    const codes = []
    for (let tries = 0; tries < 6; tries += 1) {
      codes.push(codeOf(await adminPost(product.app, 'setup', { ...operator, setupCode: `${tries}` })))
    }
    expect(codes).toEqual([...Array(5).fill('wrong_setup_code'), 'too_many_attempts'])
  })

  test.each([
    [{ username: ' ab ' }, 'Username must be at least 3 characters'],
    [{ password: '7 chars' }, 'Password must be at least 8 characters'],
    [{ username: 'a\u0000bc' }, 'Username cannot contain control characters'],
  ])('refuses %o and says why', async (wrong, message) => {
    product = await openTestApp()
    const reply = await adminPost(product.app, 'setup', { ...operator, ...wrong })
    expect([reply.statusCode, reply.json().userMessage]).toEqual([400, message])
  })

  test('refuses a password that is easy to guess, also by the username', async () => {
    product = await openTestApp()
    for (const password of ['password123', 'The Operator']) {
      const reply = await adminPost(product.app, 'setup', { ...operator, password })
      expect(codeOf(reply)).toBe('password_too_common')
    }
  })
})

describe('the login', () => {
  test('takes the username in any case, reports the login before, and ends the session before', async () => {
    const { clock, pass } = makeClock()
    product = await openTestApp({ clock })
    const first = await setUpOperator(product.app)
    pass(minuteMs)
    const reply = await adminPost(product.app, 'login', { ...operator, username: ' the operator ' }, first)
    expect(reply.json<AdminAccount>()).toEqual({
      username: 'The Operator',
      secondFactor: false,
      lastLoginAt: '2026-03-02T10:00:00.000Z',
    })
    const second = adminCookieOf(reply) ?? ''
    expect(second).not.toBe(first)
    expect((await adminGet(product.app, 'me', first)).statusCode).toBe(401)
    expect(await adminRead<AdminAccount>(product.app, 'me', second)).toEqual(reply.json())
  })

  test('refuses a wrong password and an unknown name alike, and notes no name that nobody has', async () => {
    product = await openTestApp()
    const cookie = await setUpOperator(product.app)
    const wrong = await adminPost(product.app, 'login', { ...operator, password: 'plum teapot orbit 43' })
    const unknown = await adminPost(product.app, 'login', { ...operator, username: 'my secret' })
    expect([wrong.statusCode, codeOf(wrong)]).toEqual([401, 'invalid_credentials'])
    expect(unknown.body).toBe(wrong.body)
    const log = await readAuditLog(product.app, cookie)
    expect(log.map(({ action, admin }) => [action, admin])).toEqual([
      ['login_failed', 'unknown'],
      ['login_failed', 'The Operator'],
      ['setup', 'The Operator'],
    ])
  })

  test('is limited per address as that of people', async () => {
    product = await openTestApp({ clock: makeClock().clock })
    await setUpOperator(product.app)
    const codes = []
    for (let tries = 0; tries < 6; tries += 1) {
      codes.push(codeOf(await adminPost(product.app, 'login', { ...operator, password: 'wrong' })))
    }
    expect(codes).toEqual([...Array(5).fill('invalid_credentials'), 'too_many_attempts'])
    expect(await logIn(product.app, '10.1.1.1')).toContain('admin=')
  })

  test.each([
    [{ username: '' }, 'Username is required'],
    [{ password: '' }, 'Password is required'],
  ])('refuses %o and says why', async (wrong, message) => {
    product = await openTestApp()
    const reply = await adminPost(product.app, 'login', { ...operator, ...wrong })
    expect([reply.statusCode, reply.json().userMessage]).toEqual([400, message])
  })
})

describe('an administrator’s session', () => {
  test('ASVS 3.3.1: goes to the admin endpoints alone, out of reach of scripts and other sites', async () => {
    const lines: string[] = []
    product = await openTestApp({}, { PUBLIC_URL: 'https://unmet.example' }, (line) => lines.push(line))
    await product.app.ready()
    const [, setupCode] = /setup code ([0-9a-f-]+)/u.exec(lines.join('\n')) ?? []
    const reply = await adminPost(product.app, 'setup', { ...operator, setupCode })
    const cookie = reply.cookies.find(({ name }) => name === '__Secure-admin')
    expect(cookie).toMatchObject({ path: '/api/admin', httpOnly: true, secure: true, sameSite: 'Strict' })
    const { rows } = await product.database.pool.query('select session_token from admin_sessions')
    expect(rows[0].session_token).not.toContain(cookie?.value)
  })

  test('ASVS 7.3.1: ends half an hour after its last use', async () => {
    const { clock, pass } = makeClock()
    product = await openTestApp({ clock })
    const cookie = await setUpOperator(product.app)
    for (let uses = 0; uses < 3; uses += 1) {
      pass(29 * minuteMs)
      expect((await adminGet(product.app, 'me', cookie)).statusCode).toBe(200)
    }
    pass(30 * minuteMs)
    const late = await adminGet(product.app, 'me', cookie)
    expect([late.statusCode, codeOf(late)]).toEqual([401, 'unauthenticated'])
    expect(late.cookies).toEqual([expect.objectContaining({ name: 'admin', value: '' })])
  })

  test('ASVS 7.3.2: ends twelve hours after the login, however much it is used', async () => {
    const { clock, pass } = makeClock()
    product = await openTestApp({ clock })
    const cookie = await setUpOperator(product.app)
    const statuses = []
    for (let quarters = 1; quarters <= 48; quarters += 1) {
      pass(15 * minuteMs)
      statuses.push((await adminGet(product.app, 'me', cookie)).statusCode)
    }
    expect(statuses).toEqual([...Array(47).fill(200), 401])
  })

  test('ASVS 7.4.1: is over after logout, which succeeds without a session too', async () => {
    product = await openTestApp()
    const cookie = await setUpOperator(product.app)
    expect((await adminPost(product.app, 'logout', {}, cookie)).statusCode).toBe(200)
    expect((await adminGet(product.app, 'me', cookie)).statusCode).toBe(401)
    expect((await adminPost(product.app, 'logout', {}, cookie)).statusCode).toBe(200)
    const again = await logIn(product.app)
    const log = await readAuditLog(product.app, again)
    expect(log.map(({ action }) => action)).toEqual(['login', 'logout', 'setup'])
  })
})

describe('a forgotten password', () => {
  function collectMails(): { mailer: Mailer; mails: Mail[] } {
    const mails: Mail[] = []
    return { mails, mailer: { send: async (mail) => void mails.push(mail) } }
  }
  const tokenIn = (mail: Mail | undefined) => /token=([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? ''
  const newPassword = 'another plum teapot'

  test('is reset by a link mailed to the operator, once, and ends every session', async () => {
    const { mailer, mails } = collectMails()
    product = await openTestApp({ mailer }, { OPERATOR_EMAIL: 'ops@example.test' })
    const cookie = await setUpOperator(product.app)
    const known = await adminPost(product.app, 'forgot-password', { username: 'the operator' })
    const unknown = await adminPost(product.app, 'forgot-password', { username: 'nobody' })
    expect(unknown.body).toBe(known.body)
    await expect.poll(() => mails.length).toBe(1)
    expect(mails[0]).toMatchObject({ to: 'ops@example.test' })
    expect(mails[0]?.text).toContain('http://127.0.0.1:3000/admin/reset-password?token=')
    const reset = { token: tokenIn(mails[0]), password: newPassword }
    const weak = await adminPost(product.app, 'reset-password', { ...reset, password: 'password123' })
    expect(codeOf(weak)).toBe('password_too_common')
    expect((await adminPost(product.app, 'reset-password', reset)).statusCode).toBe(200)
    const again = await adminPost(product.app, 'reset-password', reset)
    expect([again.statusCode, codeOf(again)]).toEqual([400, 'invalid_link'])
    expect((await adminGet(product.app, 'me', cookie)).statusCode).toBe(401)
    expect(codeOf(await adminPost(product.app, 'login', operator))).toBe('invalid_credentials')
    const login = await adminPost(product.app, 'login', { ...operator, password: newPassword })
    const log = await readAuditLog(product.app, adminCookieOf(login) ?? '')
    expect(log.map(({ action }) => action)).toEqual([
      'login',
      'login_failed',
      'password_reset',
      'password_reset_requested',
      'setup',
    ])
    await expect.poll(() => mails.length).toBe(2)
    expect(mails[1]?.subject).toBe('The administrator password of Unmet was changed')
  })

  test('an expired link and an older one do nothing', async () => {
    const { mailer, mails } = collectMails()
    const { clock, pass } = makeClock()
    product = await openTestApp({ mailer, clock }, { OPERATOR_EMAIL: 'ops@example.test' })
    await setUpOperator(product.app)
    for (let asked = 1; asked <= 2; asked += 1) {
      await adminPost(product.app, 'forgot-password', { username: operator.username })
      await expect.poll(() => mails.length).toBe(asked)
    }
    const reset = (mail: Mail | undefined) =>
      adminPost(product.app, 'reset-password', { token: tokenIn(mail), password: newPassword })
    expect(codeOf(await reset(mails[0]))).toBe('invalid_link')
    pass(30 * minuteMs)
    expect(codeOf(await reset(mails[1]))).toBe('invalid_link')
  })

  test('without an operator’s address the link is a file on the server, also where there is a mail server', async () => {
    product = await openTestApp({}, { SMTP_URL: 'smtp://127.0.0.1:1' })
    await setUpOperator(product.app)
    await adminPost(product.app, 'forgot-password', { username: operator.username })
    const outbox = `${product.dataDir}/outbox`
    const letters = async () =>
      (await readdir(outbox).catch(() => [])).filter((name) => !name.endsWith('.draft'))
    await expect.poll(letters).toHaveLength(1)
    expect(await readFile(`${outbox}/${(await letters())[0]}`, 'utf8')).toContain(
      'admin/reset-password?token',
    )
  })
})
