import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makePerson, post, type SignedUp, signIn, signUp } from '#tests/harness/account-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const minuteMs = 60_000
let now: Date
let product: TestApp
let owner: SignedUp
beforeEach(async () => {
  now = new Date('2026-03-01T08:00:00Z')
  product = await openTestApp({ clock: () => now })
  owner = await signUp(product.app)
})
afterEach(() => product.close())

const attempt = (
  address: string,
  { email, password }: { email: string; password: string },
  app = product.app,
) => post(app, '/api/login', { email, password }, { address })
const wrong = () => ({ email: owner.email, password: 'wrong one here' })
const statusesOf = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode)

describe('signing in', () => {
  test('ASVS 6.3.1: has exactly five attempts in 15 minutes for one account from one address, also at once and over two instances', async () => {
    const second = await product.another()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        attempt('203.0.113.1', wrong(), index % 2 === 0 ? product.app : second),
      ),
    )
    expect(statusesOf(replies).filter((status) => status === 401).length).toBe(5)
    const refused = replies.find(({ statusCode }) => statusCode === 429)
    expect(refused?.headers['retry-after']).toBe('900')
    expect(refused?.json()).toEqual({
      code: 'too_many_attempts',
      message: 'Too many attempts',
      userMessage: 'Too many attempts. Please try again in 15 minutes.',
    })
  })

  test('is refused beyond the limit with the right password too, until the window is over', async () => {
    for (let round = 0; round < 5; round += 1) await attempt('203.0.113.1', wrong())
    now = new Date(now.getTime() + 14 * minuteMs)
    const refused = await attempt('203.0.113.1', owner)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
    now = new Date(now.getTime() + minuteMs)
    expect((await attempt('203.0.113.1', owner)).statusCode).toBe(200)
  })

  test('counts from zero again once it succeeded', async () => {
    for (let round = 0; round < 4; round += 1) await attempt('203.0.113.1', wrong())
    await signIn(product.app, { ...owner, address: '203.0.113.1' })
    const replies = []
    for (let round = 0; round < 6; round += 1) replies.push(await attempt('203.0.113.1', wrong()))
    expect(statusesOf(replies)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('ASVS 6.1.1: is not closed to the owner by strangers, however many addresses they have', async () => {
    for (let stranger = 0; stranger < 24; stranger += 1) {
      const reply = await attempt(`198.51.100.${stranger}`, wrong())
      expect(reply.statusCode).toBe(401)
    }
    await signIn(product.app, { ...owner, address: '203.0.113.1' })
  })

  test('has thirty attempts for one address, whatever accounts it tries', async () => {
    const replies = []
    for (let person = 0; person < 31; person += 1) {
      replies.push(await attempt('203.0.113.1', { email: `p${person}@example.test`, password: 'wrong one' }))
    }
    expect(statusesOf(replies).slice(29)).toEqual([401, 429])
  })

  test('counts an IPv6 network of a household as one address, and case of the e-mail as none', async () => {
    const replies = []
    for (let device = 0; device < 6; device += 1) {
      const email = device % 2 === 0 ? owner.email : owner.email.toUpperCase()
      replies.push(await attempt(`2001:db8:1:2::${device + 1}`, { ...wrong(), email }))
    }
    expect(statusesOf(replies)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('counts attempts on an account that does not exist like those on one that does', async () => {
    const replies = []
    for (let round = 0; round < 6; round += 1) {
      replies.push(await attempt('203.0.113.1', { email: 'nobody@example.test', password: 'wrong one' }))
    }
    expect(statusesOf(replies)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('stores no e-mail address in the counters', async () => {
    await attempt('203.0.113.1', wrong())
    const { rows } = await product.database.pool.query('select * from rate_limits')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('example.test')
  })
})

test('signing up has five attempts for one e-mail address from one place', async () => {
  const { address: _, ...person } = makePerson()
  const replies = []
  for (let round = 0; round < 6; round += 1) {
    replies.push(await post(product.app, '/api/register', person, { address: '203.0.113.1' }))
  }
  expect(statusesOf(replies)).toEqual([200, 200, 200, 200, 200, 429])
})

test('the current password can be guessed five times in 15 minutes with a stolen session', async () => {
  const replies = []
  for (let round = 0; round < 6; round += 1) {
    const passwords = { currentPassword: 'wrong one here', newPassword: 'another plum teapot' }
    const from = { cookie: owner.cookie, address: `203.0.113.${round}` }
    replies.push(await post(product.app, '/api/change-password', passwords, from))
  }
  expect(statusesOf(replies)).toEqual([403, 403, 403, 403, 403, 429])
})
