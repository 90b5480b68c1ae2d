import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  goodPassword,
  makePerson,
  post,
  sessionCookieOf,
  signIn,
  signUp,
  whoIs,
} from '#tests/harness/account-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
const logged: string[] = []
beforeAll(async () => {
  product = await openTestApp({}, {}, (line) => logged.push(line))
})
afterAll(() => product.close())

const register = (person: Partial<ReturnType<typeof makePerson>>) => {
  const { address, ...payload } = makePerson(person)
  return post(product.app, '/api/register', payload, { address })
}

describe('signing up', () => {
  test('signs in, and the person sees themselves and no more of their row', async () => {
    const { user, email, cookie } = await signUp(product.app, { firstName: ' Grace ', lastName: 'Hopper' })
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      email,
      firstName: 'Grace',
      lastName: 'Hopper',
      profileImageUrl: null,
      isAdmin: false,
      subscriptionTier: 'free',
      emailVerified: false,
      hasPassword: true,
      mustChangePassword: false,
      hasBillingAccount: false,
      createdAt: expect.stringMatching(/Z$/u),
    })
    const again = await product.app.inject({ url: '/api/auth/user', headers: { cookie } })
    expect(again.json()).toEqual(user)
    expect(again.headers['cache-control']).toBe('no-store')
  })

  test('ASVS 6.2.1: 7 characters are refused, 8 and 64 are accepted', async () => {
    const short = await register({ password: 'kx7#mq2' })
    expect(short.statusCode).toBe(400)
    expect(short.json().userMessage).toBe('Password must be at least 8 characters')
    expect((await register({ password: 'kx7#mq2w' })).statusCode).toBe(200)
  })

  test('ASVS 6.2.9: 64 characters and more are accepted, 257 are refused', async () => {
    expect((await register({ password: 'kx7#mq2w'.repeat(8) })).statusCode).toBe(200)
    expect((await register({ password: 'kx7#mq2w'.repeat(32) })).statusCode).toBe(200)
    const long = await register({ password: `${'kx7#mq2w'.repeat(32)}!` })
    expect([long.statusCode, long.json().code]).toEqual([400, 'invalid_input'])
  })

  test.each([
    'mmmmmmmmqzxk',
    '79413580264471',
    ' \t  spaces around  ',
    'ÄÖÜäöü ßßß',
    '\u{1F511}'.repeat(128),
  ])('ASVS 6.2.5: %j is a password like any other, whatever characters it is made of', async (password) => {
    const person = await signUp(product.app, { password })
    expect(await whoIs(product.app, await signIn(product.app, person))).not.toBeNull()
  })

  test('ASVS 6.2.8: a password counts exactly as typed: no trimming, no cutting, no change of case', async () => {
    const long = `  Plum Teapot ${'orbit '.repeat(40)}`
    const { email } = await signUp(product.app, { password: long })
    const others = [long.trim(), long.toLowerCase(), long.slice(0, 72), `${long}x`.slice(0, 256)]
    for (const password of others) {
      expect((await post(product.app, '/api/login', { email, password })).statusCode).toBe(401)
    }
    await signIn(product.app, { email, password: long })
  })

  test.each(['password1', 'QWERTYuiop', 'Iloveyou123', '12345678', 'Liverpool1'])(
    'ASVS 6.2.4: the common password %s is refused with a sentence that helps',
    async (password) => {
      const reply = await register({ password })
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({
        code: 'password_too_common',
        userMessage: expect.stringContaining('too easy to guess'),
      })
    },
  )

  test.each(['unmetunmet', 'Unmet2026!', 'marianne.curie', 'Marianne.Curie@Example.test', 'marianne.curie1'])(
    'ASVS 6.2.11: %s is refused, because it is the name of the product or of the address',
    async (password) => {
      const reply = await register({ email: 'marianne.curie@example.test', password })
      expect(reply.json().code).toBe('password_too_common')
    },
  )

  test('ASVS 6.3.8: a known address gets the reply of a new one, but nobody is signed in', async () => {
    const { email, user } = await signUp(product.app)
    const unknown = makePerson()
    const fresh = await register({ ...unknown, firstName: 'Eve', lastName: 'Example' })
    const known = await register({ email: email.toUpperCase(), firstName: 'Eve', lastName: 'Example' })
    expect(known.statusCode).toBe(fresh.statusCode)
    expect(known.json()).toEqual({ ...fresh.json(), email: email.toUpperCase() })
    const shapeOf = (reply: typeof fresh) =>
      reply.cookies.map(({ value, expires: _expires, ...rest }) => ({
        ...rest,
        characters: decodeURIComponent(value).length,
      }))
    expect(shapeOf(known)).toEqual(shapeOf(fresh))
    expect(await whoIs(product.app, sessionCookieOf(fresh))).not.toBeNull()
    expect(await whoIs(product.app, sessionCookieOf(known))).toBeNull()
    const { rows } = await product.database.pool.query('select first_name from users where id = $1', [
      user.id,
    ])
    expect(rows).toEqual([{ first_name: 'Ada' }])
  })

  test('one address signed up ten times at once becomes one account', async () => {
    const { email } = makePerson()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        register({ email: index % 2 === 0 ? email : email.toUpperCase() }),
      ),
    )
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(10).fill(200))
    const signedIn = await Promise.all(replies.map((reply) => whoIs(product.app, sessionCookieOf(reply))))
    expect(signedIn.filter((user) => user !== null).length).toBe(1)
    const { rows } = await product.database.pool.query('select id from users where lower(email) = $1', [
      email,
    ])
    expect(rows.length).toBe(1)
  })

  test('ASVS 8.2.3: tier, role and ids in a body change nothing', async () => {
    const { address, ...person } = makePerson()
    const wishes = {
      subscriptionTier: 'pro',
      isAdmin: true,
      id: 'mine',
      stripeCustomerId: 'cus_1',
      searchesThisMonth: -9,
    }
    const reply = await post(product.app, '/api/register', { ...person, ...wishes }, { address })
    const cookie = sessionCookieOf(reply) ?? ''
    const wished = { firstName: 'Mary', lastName: 'Shelley', email: 'other@example.test', ...wishes }
    const updated = await product.app.inject({
      method: 'PUT',
      url: '/api/profile',
      payload: wished,
      headers: { cookie },
    })
    expect(updated.json()).toMatchObject({
      firstName: 'Mary',
      email: person.email,
      subscriptionTier: 'free',
      isAdmin: false,
      hasBillingAccount: false,
    })
    expect(updated.json().id).not.toBe('mine')
  })
})

describe('signing in', () => {
  test('works whatever the case of the address, and says why not in the words of the page', async () => {
    const { email, password } = await signUp(product.app)
    await signIn(product.app, { email: email.toUpperCase(), password })
    const wrong = await post(product.app, '/api/login', { email, password: 'not this one' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid email or password',
      userMessage: 'Invalid email or password. Please try again.',
    })
  })

  test('ASVS 6.3.8: a wrong password, an unknown address and an account without a password look the same', async () => {
    const { email } = await signUp(product.app)
    const insert = `insert into users (email) values ('google-only@example.test')`
    await product.database.pool.query(insert)
    const asked = [email, 'nobody-here@example.test', 'google-only@example.test']
    const replies = await Promise.all(
      asked.map((one) => post(product.app, '/api/login', { email: one, password: 'wrong one here' })),
    )
    const seen = replies.map(({ statusCode, body, headers, cookies }) => ({
      statusCode,
      body,
      headers: Object.keys(headers),
      cookies: cookies.map(({ name }) => name),
    }))
    expect(seen[0]?.statusCode).toBe(401)
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })

  test('ASVS 6.3.2: a fresh installation has no account that anybody could guess', async () => {
    const fresh = await openTestApp()
    for (const table of ['users', 'admin_users']) {
      expect((await fresh.database.pool.query(`select 1 from ${table}`)).rows).toEqual([])
    }
    await fresh.close()
  })
})

describe('what is logged', () => {
  test('ASVS 16.3.1: signing up, in, wrongly and out is logged with the person or a hash of the address', async () => {
    logged.length = 0
    const person = await signUp(product.app)
    await post(product.app, '/api/login', { email: person.email, password: 'wrong one here' })
    const cookie = await signIn(product.app, person)
    await post(product.app, '/api/logout', {}, { cookie })
    const events = logged.map((line) => JSON.parse(line)).filter((line) => line.msg === 'Security event')
    expect(events.map(({ event }) => event)).toEqual([
      'registered',
      'sign_in_failed',
      'signed_in',
      'signed_out',
    ])
    expect(events[2]).toMatchObject({ userId: person.user.id, address: person.address })
    expect(events[1].account).toBe(events[0].account)
  })

  test('ASVS 16.3.2: refused writes and wrong proofs are counted with their route and address, and told', async () => {
    const lines: string[] = []
    const own = await openTestApp({}, {}, (line) => lines.push(line))
    const { cookie, address } = await signUp(own.app)
    const from = { cookie, address }
    await post(own.app, '/api/logout', {}, { ...from, headers: { 'sec-fetch-site': 'cross-site' } })
    const passwords = { currentPassword: 'wrong one here', newPassword: 'another plum teapot' }
    await post(own.app, '/api/change-password', passwords, from)
    await own.close()
    const told = lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'refused')
    expect(told.refused).toEqual([
      {
        code: 'cross_site_request',
        count: 1,
        routes: { 'POST /api/logout': 1 },
        addresses: [address],
      },
      {
        code: 'wrong_password',
        count: 1,
        routes: { 'POST /api/change-password': 1 },
        addresses: [address],
      },
    ])
  })

  test('ASVS 16.2.5: no password, session id, cookie or e-mail address is in the log', async () => {
    logged.length = 0
    const person = await signUp(product.app)
    await post(product.app, '/api/login', { email: person.email, password: 'wrong one here' })
    const cookie = await signIn(product.app, person)
    await post(product.app, '/api/logout', {}, { cookie })
    const secrets = [
      goodPassword,
      'wrong one here',
      person.email,
      'example.test',
      cookie,
      decodeURIComponent(cookie),
    ]
    const id = decodeURIComponent(cookie).replace('sid=', '').split('.')[0] ?? ''
    for (const secret of [...secrets, id]) {
      expect(logged.filter((line) => line.includes(secret))).toEqual([])
    }
  })
})
