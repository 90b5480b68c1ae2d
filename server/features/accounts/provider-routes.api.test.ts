import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions, users } from '#server/database/account-schema.ts'
import { rateLimits } from '#server/database/search-schema.ts'
import type { Mail } from '#server/mail-ports.ts'
import { goodPassword, post, sessionCookieOf, signIn, signUp, whoIs } from '#tests/harness/account-calls.ts'
import { type FakeGithub, githubClient, startFakeGithub } from '#tests/harness/fake-github.ts'
import { type FakeOpenid, fakeClient, startFakeOpenid } from '#tests/harness/fake-openid.ts'
import { openProviderBrowser } from '#tests/harness/provider-browser.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { openHolder, waitForLocks } from '#tests/harness/wait-for-locks.ts'

const publicUrl = 'http://127.0.0.1:3000'
let openid: FakeOpenid
let github: FakeGithub
let product: TestApp
let now: Date
const mails: Mail[] = []

beforeAll(async () => {
  openid = await startFakeOpenid(`${publicUrl}/api/auth/google/callback`)
  github = await startFakeGithub()
  product = await openTestApp(
    { clock: () => now, mailer: { send: async (mail) => void mails.push(mail) } },
    {
      GOOGLE_CLIENT_ID: fakeClient.clientId,
      GOOGLE_CLIENT_SECRET: fakeClient.clientSecret,
      GOOGLE_ISSUER: openid.issuer,
      GITHUB_CLIENT_ID: githubClient.clientId,
      GITHUB_CLIENT_SECRET: githubClient.clientSecret,
      GITHUB_URL: github.url,
      GITHUB_API_URL: github.url,
    },
  )
})
beforeEach(async () => {
  now = new Date()
  openid.forge = undefined
  openid.accounts.clear()
  await product.database.db.delete(users)
  await product.database.db.delete(sessions)
  await product.database.db.delete(rateLimits)
})
afterAll(async () => {
  await product.close()
  await openid.close()
  await github.close()
})

function addAtOpenid(login: string, email: string, verified = true): void {
  const name = { given_name: 'Ada', family_name: 'Lovelace' }
  openid.accounts.set(login, { email, email_verified: verified, ...name })
}

function get(url: string, cookie: string | null, app = product.app) {
  return app.inject({ url, headers: cookie === null ? {} : { cookie } })
}

const locationOf = (reply: LightMyRequestResponse) => {
  expect(reply.statusCode, reply.body).toBe(302)
  return String(reply.headers.location)
}

/**
 * Goes through a sign-in up to the return from the provider. Returns the browser's cookie and the redirect
 * URL.
 */
async function comeBack(login: string, start = '/api/auth/google', before: string | null = null) {
  const started = await get(start, before)
  const cookie = sessionCookieOf(started) ?? before
  const back = await openProviderBrowser().signIn(locationOf(started), login)
  expect(back.origin).toBe(publicUrl)
  return { cookie, back }
}

const pathOf = (url: URL) => `${url.pathname}${url.search}`

/** Runs the complete flow. Returns the final URL and the cookie. */
async function signInWith(login: string, start?: string, before: string | null = null) {
  const { cookie, back } = await comeBack(login, start, before)
  const reply = await get(pathOf(back), cookie)
  return { landed: locationOf(reply), cookie: sessionCookieOf(reply) ?? cookie, cookieBefore: cookie, reply }
}

test('the providers with keys are listed', async () => {
  const reply = await get('/api/auth/providers', null)
  expect(reply.json()).toEqual({ providers: ['google', 'github'] })
})

test('without keys there is no provider, and nowhere to go', async () => {
  const bare = await openTestApp()
  try {
    expect((await get('/api/auth/providers', null, bare.app)).json()).toEqual({ providers: [] })
    const started = await get('/api/auth/google', null, bare.app)
    expect([started.statusCode, started.json().code]).toEqual([404, 'not_found'])
    const finished = await get('/api/auth/google/callback?code=a&state=b', null, bare.app)
    expect(finished.statusCode).toBe(404)
  } finally {
    await bare.close()
  }
})

describe('with an OpenID provider', () => {
  test('somebody new gets an account and is signed in where they were going', async () => {
    addAtOpenid('ada', 'ada@mail.test')
    const { landed, cookie } = await signInWith('ada', '/api/auth/google?returnTo=/search%3Fq%3Dtea')
    expect(landed).toBe('/search?q=tea')
    expect(await whoIs(product.app, cookie)).toMatchObject({
      email: 'ada@mail.test',
      firstName: 'Ada',
      lastName: 'Lovelace',
      emailVerified: true,
      hasPassword: false,
      subscriptionTier: 'free',
    })
  })

  test('who was here before is the same person, even under a new address (6.8.1)', async () => {
    addAtOpenid('ada', 'ada@mail.test')
    const first = await signInWith('ada')
    addAtOpenid('ada', 'new@mail.test')
    const again = await signInWith('ada')
    const [one, two] = [await whoIs(product.app, first.cookie), await whoIs(product.app, again.cookie)]
    expect(two).toEqual(one)
    expect(await product.database.db.$count(users)).toBe(1)
  })

  test('the session has a new id, and the one before it is dead (7.2.4)', async () => {
    addAtOpenid('ada', 'ada@mail.test')
    const { cookie, cookieBefore } = await signInWith('ada')
    expect(cookie).not.toBe(cookieBefore)
    expect(await whoIs(product.app, cookieBefore)).toBeNull()
    expect(await whoIs(product.app, cookie)).not.toBeNull()
  })

  test('starting over while the session ends elsewhere sends no cookie of the dead one', async () => {
    const cookie = sessionCookieOf(await get('/api/auth/google', null))
    const holder = await openHolder(product.database.pool)
    await holder.query('delete from sessions')
    const startedOver = get('/api/auth/google', cookie)
    await waitForLocks(product.database.pool, 1, 'update "sessions"')
    await holder.commit()
    expect(sessionCookieOf(await startedOver)).toBeNull()
  })

  test('no reply holds the secrets of the attempt (10.1.2, 10.2.1)', async () => {
    const started = await get('/api/auth/google', null)
    const [row] = await product.database.db.select().from(sessions)
    const session = row?.content as { pendingSignIn: { codeVerifier: string; state: string } } | undefined
    const { codeVerifier = '', state = '' } = session?.pendingSignIn ?? {}
    expect(codeVerifier).toMatch(/^[\w-]{43}$/u)
    expect(locationOf(started)).toContain(state)
    expect(JSON.stringify([started.headers, started.body])).not.toContain(codeVerifier)
  })

  test('an account without a password is linked when both have verified the address', async () => {
    const person = await signUp(product.app)
    await product.database.db.update(users).set({ emailVerifiedAt: now, password: null })
    addAtOpenid('ada', person.email.toUpperCase())
    const { landed, cookie } = await signInWith('ada')
    expect(landed).toBe('/')
    expect((await whoIs(product.app, cookie))?.id).toBe(person.user.id)
  })

  test('an account whose address is not verified is linked by its password only (6.8.1)', async () => {
    const person = await signUp(product.app)
    addAtOpenid('ada', person.email)
    const refused = await signInWith('ada')
    expect(refused.landed).toBe('/auth?error=link_needs_password')
    expect(await whoIs(product.app, refused.cookie)).toBeNull()

    const login = { email: person.email, password: goodPassword }
    const signedIn = await post(product.app, '/api/login', login, { cookie: refused.cookie ?? '' })
    expect(signedIn.statusCode, signedIn.body).toBe(200)
    const noticeToOwner = { to: person.email, subject: 'Another way to sign in to Unmet was added' }
    await expect.poll(() => mails).toContainEqual(expect.objectContaining(noticeToOwner))
    const linked = await signInWith('ada')
    expect(linked.landed).toBe('/')
    expect(await whoIs(product.app, linked.cookie)).toMatchObject({ id: person.user.id, emailVerified: true })
  })

  test('an account that a stranger made with the address of somebody else stays closed to both (pre-hijacking)', async () => {
    const stranger = await signUp(product.app)
    // The owner of the address clicked the button in the mail, although somebody else had signed up.
    await product.database.db.update(users).set({ emailVerifiedAt: now })
    addAtOpenid('ada', stranger.email)
    const owner = await signInWith('ada')
    expect(owner.landed).toBe('/auth?error=link_needs_password')
    expect(await whoIs(product.app, owner.cookie)).toBeNull()
  })

  test('a wrong password links nothing, and the right one still can', async () => {
    const person = await signUp(product.app)
    addAtOpenid('ada', person.email)
    const refused = await signInWith('ada')
    const sent = { cookie: refused.cookie ?? '', address: person.address }
    const wrong = await post(product.app, '/api/login', { email: person.email, password: 'wrong' }, sent)
    expect(wrong.statusCode).toBe(401)
    expect((await signInWith('ada')).landed).toBe('/auth?error=link_needs_password')
    const right = await post(product.app, '/api/login', { email: person.email, password: goodPassword }, sent)
    expect(right.statusCode).toBe(200)
    expect((await signInWith('ada')).landed).toBe('/')
  })

  test('who is asked for a password still gets to where they were going', async () => {
    const { email } = await signUp(product.app)
    addAtOpenid('ada', email)
    const { landed } = await signInWith('ada', '/api/auth/google?returnTo=/search%3Fq%3Dtea%26p%3D1')
    const asked = new URL(landed, publicUrl)
    expect(asked.pathname).toBe('/auth')
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      error: 'link_needs_password',
      next: '/search?q=tea&p=1',
    })
  })

  test('somebody else who signs in with the same browser gets nothing of it', async () => {
    const [owner, other] = [await signUp(product.app), await signUp(product.app)]
    addAtOpenid('ada', owner.email)
    const refused = await signInWith('ada')
    await signIn(product.app, other, { cookie: refused.cookie ?? '' })
    expect((await signInWith('ada')).landed).toBe('/auth?error=link_needs_password')
  })

  test('an address that the provider has not verified opens nothing (6.8.1)', async () => {
    const person = await signUp(product.app)
    await product.database.db.update(users).set({ emailVerifiedAt: now })
    addAtOpenid('eve', person.email, false)
    const { landed, cookie } = await signInWith('eve')
    expect(landed).toBe('/auth?error=no_verified_email')
    expect(await whoIs(product.app, cookie)).toBeNull()
  })
})

describe('a return is refused, and nobody is signed in', () => {
  const refuse = async (path: string, cookie: string | null, error: string) => {
    const reply = await get(path, cookie)
    expect(locationOf(reply)).toBe(`/auth?error=${error}`)
    expect(await whoIs(product.app, sessionCookieOf(reply) ?? cookie)).toBeNull()
  }
  beforeEach(() => addAtOpenid('ada', 'ada@mail.test'))

  test('when it is played a second time', async () => {
    const { cookie, back } = await comeBack('ada')
    await get(pathOf(back), cookie)
    await refuse(pathOf(back), cookie, 'sign_in_expired')
  })

  test('in another browser than the one that started (10.2.1)', async () => {
    const { back } = await comeBack('ada')
    await refuse(pathOf(back), null, 'sign_in_expired')
    const elsewhere = await comeBack('ada')
    await refuse(pathOf(back), elsewhere.cookie, 'sign_in_expired')
  })

  test('with another state, which also ends the attempt (10.1.2)', async () => {
    const { cookie, back } = await comeBack('ada')
    const forged = new URL(back)
    forged.searchParams.set('state', 'other')
    await refuse(pathOf(forged), cookie, 'sign_in_expired')
    await refuse(pathOf(back), cookie, 'sign_in_expired')
  })

  test('with an ID token for another attempt (10.5.1)', async () => {
    let earlier = ''
    openid.forge = (answer) => {
      earlier = answer.id_token
      return answer
    }
    await signInWith('ada')
    await product.database.db.delete(users)
    openid.forge = (answer) => ({ ...answer, id_token: earlier })
    const { cookie, back } = await comeBack('ada')
    await refuse(pathOf(back), cookie, 'provider_refused')
  })

  test('from another issuer (10.5.3)', async () => {
    const { cookie, back } = await comeBack('ada')
    back.searchParams.set('iss', 'https://evil.test')
    await refuse(pathOf(back), cookie, 'provider_refused')
  })

  test('at the address of another provider (10.5.3)', async () => {
    const { cookie, back } = await comeBack('ada')
    await refuse(pathOf(back).replace('/google/', '/github/'), cookie, 'sign_in_expired')
  })

  test('ten minutes after it started', async () => {
    const { cookie, back } = await comeBack('ada')
    now = new Date(now.getTime() + 10 * 60_000)
    await refuse(pathOf(back), cookie, 'sign_in_expired')
  })

  test.each(['', '?code=a&code=b&state=c', `?code=${'x'.repeat(5000)}`, '?error=access_denied'])(
    'that no attempt belongs to: %s',
    (query) => refuse(`/api/auth/google/callback${query}`.slice(0, 6000), null, 'sign_in_expired'),
  )

  test('when the person said no at the provider', async () => {
    const started = await get('/api/auth/google', null)
    const state = new URL(locationOf(started)).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ error: 'access_denied', state, iss: openid.issuer })
    await refuse(
      `/api/auth/google/callback?${query.toString()}`,
      sessionCookieOf(started),
      'provider_refused',
    )
  })
})

test.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/api/account/export', 'x'.repeat(600)])(
  'after a sign-in nobody is sent to %s (3.7.2)',
  async (returnTo) => {
    addAtOpenid('ada', 'ada@mail.test')
    const query = new URLSearchParams({ returnTo }).toString()
    const { landed } = await signInWith('ada', `/api/auth/google?${query}`)
    expect(landed).toBe('/')
  },
)

test('starting over and over from one address is refused after a while', async () => {
  const start = () => product.app.inject({ url: '/api/auth/github', remoteAddress: '192.0.2.99' })
  const statuses: number[] = []
  for (let count = 0; count < 61; count++) statuses.push((await start()).statusCode)
  expect(statuses.filter((status) => status === 302).length).toBe(60)
  expect(statuses.at(-1)).toBe(429)
})

describe('with GitHub', () => {
  test('somebody new gets an account with the primary address', async () => {
    github.person = {
      id: 7,
      name: 'Grace Hopper',
      emails: [{ email: 'grace@mail.test', primary: true, verified: true }],
    }
    const { landed, cookie } = await signInWith('grace', '/api/auth/github?returnTo=/profile')
    expect(landed).toBe('/profile')
    expect(await whoIs(product.app, cookie)).toMatchObject({ email: 'grace@mail.test', firstName: 'Grace' })
  })

  test('somebody without a verified primary address learns why', async () => {
    github.person = { id: 8, name: null, emails: [{ email: 'x@mail.test', primary: true, verified: false }] }
    const { landed, cookie } = await signInWith('x', '/api/auth/github')
    expect(landed).toBe('/auth?error=no_verified_email')
    expect(await whoIs(product.app, cookie)).toBeNull()
  })
})

test('a provider that is down does not stop the product, and the person learns why', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise((resolve) => server.close(resolve))
  const keys = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b', GOOGLE_ISSUER: issuer }
  const lonely = await openTestApp({}, keys)
  try {
    expect((await get('/healthz', null, lonely.app)).statusCode).toBe(200)
    const started = await get('/api/auth/google', null, lonely.app)
    expect(locationOf(started)).toBe('/auth?error=provider_unreachable')
    expect(sessionCookieOf(started)).toBeNull()
  } finally {
    await lonely.close()
  }
})
