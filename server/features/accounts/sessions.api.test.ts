import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post, sessionCookieOf, signIn, signUp, whoIs } from '#tests/harness/account-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { openHolder, waitForLocks } from '#tests/harness/wait-for-locks.ts'

const dayMs = 86_400_000
let now = new Date('2026-03-01T08:00:00Z')
let product: TestApp
beforeAll(async () => {
  product = await openTestApp({ clock: () => now })
})
afterAll(() => product.close())

const idOf = (cookie: string) => decodeURIComponent(cookie).replace(/^sid=/u, '').split('.')[0] ?? ''
const rowOf = async (cookie: string) => {
  const sid = createHash('sha256').update(idOf(cookie)).digest('hex')
  const { rows } = await product.database.pool.query(
    'select sess, expire, xmin::text as version from sessions where sid = $1',
    [sid],
  )
  return rows[0]
}

describe('a session', () => {
  test('ASVS 11.5.1: has an id of 256 random bits, of which only the sha256 is stored', async () => {
    const { cookie } = await signUp(product.app)
    expect(Buffer.from(idOf(cookie), 'base64url').length).toBe(32)
    expect(await rowOf(cookie)).toBeDefined()
    const { rows } = await product.database.pool.query('select sid, sess::text from sessions')
    expect(JSON.stringify(rows)).not.toContain(idOf(cookie))
  })

  test('ASVS 3.3.1: is a host-only, Secure, HttpOnly, Lax cookie over https, and no body holds it', async () => {
    const https = await openTestApp({}, { PUBLIC_URL: 'https://unmet.example' })
    const { email, password } = await signUp(https.app)
    const reply = await post(https.app, '/api/login', { email, password })
    const cookie = reply.cookies.find(({ name }) => name === '__Host-sid')
    expect(cookie).toMatchObject({ path: '/', secure: true, httpOnly: true, sameSite: 'Lax' })
    expect(cookie).not.toHaveProperty('domain')
    expect(reply.body).not.toContain(decodeURIComponent(cookie?.value ?? 'none').split('.')[0])
    await https.close()
  })

  test('ASVS 3.3.2: is removed over https by a cookie that browsers accept', async () => {
    const https = await openTestApp({}, { PUBLIC_URL: 'https://unmet.example' })
    const { cookie } = await signUp(https.app)
    const reply = await post(https.app, '/api/logout', {}, { cookie })
    const removal = reply.cookies.filter(({ name }) => name === '__Host-sid')
    expect(removal).toEqual([expect.objectContaining({ value: '', secure: true, path: '/', maxAge: 0 })])
    await https.close()
  })

  test('comes with a hint that the page can read, which goes with it and grants nothing', async () => {
    const { email, password, cookie } = await signUp(product.app)
    const hintOf = (reply: LightMyRequestResponse) => reply.cookies.find(({ name }) => name === 'signed-in')
    const reply = await post(product.app, '/api/login', { email, password })
    expect(hintOf(reply)).toMatchObject({ value: '1', path: '/', sameSite: 'Lax' })
    expect(hintOf(reply)?.httpOnly).toBeUndefined()
    expect(await whoIs(product.app, 'signed-in=1')).toBeNull()
    expect(hintOf(await post(product.app, '/api/logout', {}, { cookie }))).toMatchObject({ maxAge: 0 })
  })

  test('ASVS 7.2.4: gets a new id at sign-in, and the old one is dead', async () => {
    const person = await signUp(product.app)
    const reply = await post(product.app, '/api/login', person, { cookie: person.cookie })
    const cookie = sessionCookieOf(reply)
    expect(reply.cookies.filter(({ name }) => name === 'sid').length).toBe(1)
    expect(cookie).not.toBe(person.cookie)
    expect(await whoIs(product.app, cookie)).not.toBeNull()
    expect(await whoIs(product.app, person.cookie)).toBeNull()
  })

  test('ASVS 7.4.1: answers 401 after logout', async () => {
    const { cookie } = await signUp(product.app)
    const reply = await post(product.app, '/api/logout', {}, { cookie })
    expect(reply.json()).toEqual({ message: 'Logged out' })
    expect(sessionCookieOf(reply)).toBeNull()
    expect(await whoIs(product.app, cookie)).toBeNull()
  })

  test('ASVS 7.4.1: stays dead when a request that writes it was in flight during the logout', async () => {
    const { cookie } = await signUp(product.app)
    const holder = await openHolder(product.database.pool)
    await holder.query('select 1 from sessions for update')
    const logout = post(product.app, '/api/logout', {}, { cookie })
    await waitForLocks(product.database.pool, 1)
    // The clock moves on, so that the next request has to record the use of the session. The logout waits to
    // delete the session, and the next request waits to update it.
    now = new Date(now.getTime() + 10 * 60_000)
    const inFlight = product.app.inject({ url: '/api/user', headers: { cookie } })
    await waitForLocks(product.database.pool, 2)
    await holder.commit()
    expect((await logout).statusCode).toBe(200)
    await inFlight
    expect(await rowOf(cookie)).toBeUndefined()
    expect(await whoIs(product.app, cookie)).toBeNull()
  })

  test('sends no cookie of a request in flight during a sign-in that ended it, for the new one stays', async () => {
    const person = await signUp(product.app)
    const holder = await openHolder(product.database.pool)
    await holder.query('select 1 from sessions for update')
    const login = post(product.app, '/api/login', person, { cookie: person.cookie })
    await waitForLocks(product.database.pool, 1, 'delete from "sessions"')
    now = new Date(now.getTime() + 10 * 60_000)
    const inFlight = product.app.inject({ url: '/api/user', headers: { cookie: person.cookie } })
    await waitForLocks(product.database.pool, 1, 'update "sessions"')
    await holder.commit()
    expect(await whoIs(product.app, sessionCookieOf(await login))).not.toBeNull()
    const late = await inFlight
    expect([late.statusCode, sessionCookieOf(late)]).toEqual([200, null])
  })

  test('ASVS 7.4.1: a password change in flight during a logout signs nobody in again', async () => {
    const person = await signUp(product.app)
    const holder = await openHolder(product.database.pool)
    await holder.query('select 1 from users where id = $1 for update', [person.user.id])
    const passwords = { currentPassword: person.password, newPassword: 'another plum teapot' }
    const change = post(product.app, '/api/change-password', passwords, { cookie: person.cookie })
    await waitForLocks(product.database.pool, 1, 'update "users"')
    await post(product.app, '/api/logout', {}, { cookie: person.cookie })
    await holder.commit()
    const reply = await change
    expect(reply.statusCode).toBe(200)
    expect(sessionCookieOf(reply)).toBeNull()
    expect(
      await product.database.pool.query(`select 1 from sessions where sess->>'userId' = $1`, [
        person.user.id,
      ]),
    ).toMatchObject({ rows: [] })
  })

  test('ASVS 7.4.3: is not given for the old password while a new one is being set', async () => {
    const person = await signUp(product.app)
    const holder = await openHolder(product.database.pool)
    await holder.query(`delete from sessions where sess->>'userId' = $1`, [person.user.id])
    await holder.query(`update users set password = 'another hash' where id = $1`, [person.user.id])
    const login = post(product.app, '/api/login', person)
    await waitForLocks(product.database.pool, 1, 'for share')
    await holder.commit()
    const reply = await login
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'invalid_credentials'])
    expect(sessionCookieOf(reply)).toBeNull()
    const left = await product.database.pool.query(`select 1 from sessions where sess->>'userId' = $1`, [
      person.user.id,
    ])
    expect(left.rows).toEqual([])
  })

  test('ASVS 7.3.1: ends after two weeks without use, counted from the last use', async () => {
    const { cookie } = await signUp(product.app)
    now = new Date(now.getTime() + 13 * dayMs)
    expect(await whoIs(product.app, cookie)).not.toBeNull()
    now = new Date(now.getTime() + 13 * dayMs)
    expect(await whoIs(product.app, cookie)).not.toBeNull()
    now = new Date(now.getTime() + 14 * dayMs + 1)
    expect(await whoIs(product.app, cookie)).toBeNull()
  })

  test('ASVS 7.3.2: ends after 60 days however often it is used', async () => {
    const { cookie } = await signUp(product.app)
    for (let day = 0; day < 55; day += 5) {
      now = new Date(now.getTime() + 5 * dayMs)
      expect(await whoIs(product.app, cookie), `day ${day + 5}`).not.toBeNull()
    }
    now = new Date(now.getTime() + 5 * dayMs)
    expect(await whoIs(product.app, cookie)).toBeNull()
  })

  test('is not written by requests within a few minutes, and then once', async () => {
    const { cookie } = await signUp(product.app)
    const before = await rowOf(cookie)
    for (let round = 0; round < 5; round += 1) await whoIs(product.app, cookie)
    expect(await rowOf(cookie)).toEqual(before)
    now = new Date(now.getTime() + 6 * 60_000)
    const reply = await product.app.inject({ url: '/api/user', headers: { cookie } })
    const after = await rowOf(cookie)
    expect(after.version).not.toBe(before.version)
    expect(after.expire.getTime() - before.expire.getTime()).toBe(6 * 60_000)
    expect(sessionCookieOf(reply)).toBe(cookie)
  })

  test('works on every instance and ends on all of them', async () => {
    const second = await product.another()
    const { cookie, email } = await signUp(product.app)
    expect((await whoIs(second, cookie))?.email).toBe(email)
    await post(second, '/api/logout', {}, { cookie })
    expect(await whoIs(product.app, cookie)).toBeNull()
  })

  test('goes on while the secret of its cookie is changed: the first secret signs, every listed one is accepted', async () => {
    const [before, after] = ['a'.repeat(32), 'b'.repeat(32)]
    const withSecrets = (...secrets: string[]) => product.another({ SESSION_SECRET: secrets.join() })
    const old = await signUp(await withSecrets(before))
    const both = await withSecrets(after, before)
    const afterwards = await withSecrets(after)
    expect((await whoIs(both, old.cookie))?.email).toBe(old.email)
    now = new Date(now.getTime() + 6 * 60_000)
    const cookie = sessionCookieOf(await both.inject({ url: '/api/user', headers: { cookie: old.cookie } }))
    expect((await whoIs(afterwards, cookie))?.email).toBe(old.email)
    expect(await whoIs(afterwards, old.cookie)).toBeNull()
  })

  test('of a deleted account is none', async () => {
    const { cookie, user } = await signUp(product.app)
    await product.database.pool.query('delete from users where id = $1', [user.id])
    const reply = await product.app.inject({ url: '/api/user', headers: { cookie } })
    expect(reply.statusCode).toBe(401)
    expect(sessionCookieOf(reply)).toBeNull()
  })

  test.each(['sid=forged', `sid=${'a'.repeat(43)}.${'b'.repeat(43)}`, 'sid=%00', 'sid='])(
    'of a forged cookie (%s) is none',
    async (cookie) => {
      expect(await whoIs(product.app, cookie)).toBeNull()
    },
  )
})

describe('no query is made', () => {
  test('for a request without a session cookie, nor for a static file with one', async () => {
    const { cookie } = await signUp(product.app)
    const holder = await openHolder(product.database.pool)
    await holder.query('lock table sessions, users in access exclusive mode')
    expect((await product.app.inject({ url: '/api/user' })).statusCode).toBe(401)
    for (const url of ['/', '/robots.txt', '/healthz']) await product.app.inject({ url, headers: { cookie } })
    const waiting = whoIs(product.app, cookie)
    await waitForLocks(product.database.pool, 1, '"sessions"')
    await holder.commit()
    expect(await waiting).not.toBeNull()
  })
})

describe('the list of sessions', () => {
  test('ASVS 7.5.2: shows where a person is signed in, with the current one marked', async () => {
    const person = await signUp(product.app)
    now = new Date(now.getTime() + 60_000)
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
    const cookie = await signIn(product.app, person, { 'user-agent': firefox })
    const reply = await product.app.inject({ url: '/api/sessions', headers: { cookie } })
    expect(reply.json()).toEqual([
      {
        id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/u),
        device: 'Firefox 128 on Linux',
        signedInAt: now.toISOString(),
        lastSeenAt: now.toISOString(),
        current: true,
      },
      expect.objectContaining({ device: 'Unknown browser', current: false }),
    ])
  })

  test("ASVS 7.4.5: a person ends one session, all others, but never somebody else's", async () => {
    const person = await signUp(product.app)
    const [second, third] = [await signIn(product.app, person), await signIn(product.app, person)]
    const stranger = await signUp(product.app)
    const list = await product.app.inject({ url: '/api/sessions', headers: { cookie: third } })
    const oldest = (await idsOf(person.cookie)).current
    const end = (cookie: string) =>
      product.app.inject({ method: 'DELETE', url: `/api/sessions/${oldest}`, headers: { cookie } })
    expect(list.json().length).toBe(3)
    expect((await end(stranger.cookie)).statusCode).toBe(404)
    expect(await whoIs(product.app, person.cookie)).not.toBeNull()
    expect((await end(third)).statusCode).toBe(200)
    expect(await whoIs(product.app, person.cookie)).toBeNull()
    expect((await post(product.app, '/api/sessions/end-others', {}, { cookie: third })).statusCode).toBe(200)
    expect(await whoIs(product.app, second)).toBeNull()
    expect(await whoIs(product.app, third)).not.toBeNull()
    expect(await whoIs(product.app, stranger.cookie)).not.toBeNull()
  })

  test('ending the current session signs out', async () => {
    const { cookie } = await signUp(product.app)
    const { current } = await idsOf(cookie)
    const url = `/api/sessions/${current}`
    const reply = await product.app.inject({ method: 'DELETE', url, headers: { cookie } })
    expect(sessionCookieOf(reply)).toBeNull()
    expect(await whoIs(product.app, cookie)).toBeNull()
  })
})

async function idsOf(cookie: string): Promise<{ current: string }> {
  const list = await product.app.inject({ url: '/api/sessions', headers: { cookie } })
  return { current: list.json().find((one: { current: boolean }) => one.current).id }
}

describe('changing the password', () => {
  const change = (cookie: string, passwords: object) =>
    post(product.app, '/api/change-password', passwords, { cookie })

  test('ASVS 6.2.3: asks for the current one', async () => {
    const { cookie, password } = await signUp(product.app)
    const newPassword = 'another plum teapot'
    for (const passwords of [{ newPassword }, { newPassword, currentPassword: 'wrong one here' }]) {
      const reply = await change(cookie, passwords)
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'wrong_password'])
    }
    expect((await change(cookie, { newPassword, currentPassword: password })).statusCode).toBe(200)
  })

  test('ASVS 6.2.12: refuses a common one and leaves everything as it was', async () => {
    const person = await signUp(product.app)
    const reply = await change(person.cookie, {
      currentPassword: person.password,
      newPassword: 'Password123',
    })
    expect(reply.json().code).toBe('password_too_common')
    expect(await whoIs(product.app, person.cookie)).not.toBeNull()
    await signIn(product.app, person)
  })

  test('ASVS 7.4.3: ends all other sessions, and this one goes on under a new id', async () => {
    const person = await signUp(product.app)
    const other = await signIn(product.app, person)
    const passwords = { currentPassword: person.password, newPassword: 'another plum teapot' }
    const reply = await change(person.cookie, passwords)
    const cookie = sessionCookieOf(reply)
    expect(await whoIs(product.app, other)).toBeNull()
    expect(await whoIs(product.app, person.cookie)).toBeNull()
    expect(await whoIs(product.app, cookie)).not.toBeNull()
    expect((await post(product.app, '/api/login', person)).statusCode).toBe(401)
    await signIn(product.app, { email: person.email, password: passwords.newPassword })
  })

  test('a first one needs no current one', async () => {
    const person = await signUp(product.app)
    await product.database.pool.query('update users set password = null where id = $1', [person.user.id])
    const reply = await change(person.cookie, { newPassword: 'another plum teapot' })
    expect(reply.statusCode).toBe(200)
    await signIn(product.app, { email: person.email, password: 'another plum teapot' })
  })
})
