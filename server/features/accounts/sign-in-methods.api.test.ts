import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listSignInMethodsEndpoint } from '#contract/sign-in-methods.ts'
import { accountIdentities, users } from '#server/database/account-schema.ts'
import { rateLimits } from '#server/database/search-schema.ts'
import type { Mail } from '#server/mail-ports.ts'
import {
  goodPassword,
  post,
  type SignedUp,
  sessionCookieOf,
  signIn,
  signUp,
  whoIs,
} from '#tests/harness/account-calls.ts'
import { type FakeGithub, githubClient, startFakeGithub } from '#tests/harness/fake-github.ts'
import { type FakeOpenid, fakeClient, startFakeOpenid } from '#tests/harness/fake-openid.ts'
import { openProviderBrowser } from '#tests/harness/provider-browser.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const publicUrl = 'http://127.0.0.1:3000'
let openid: FakeOpenid
let github: FakeGithub
let product: TestApp
let ann: SignedUp
const mails: Mail[] = []

beforeAll(async () => {
  openid = await startFakeOpenid(`${publicUrl}/api/auth/google/callback`)
  github = await startFakeGithub()
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  product = await openTestApp(
    { mailer },
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
  await product.database.db.delete(users)
  await product.database.db.delete(rateLimits)
  mails.length = 0
  openid.accounts.clear()
  addAtOpenid('ada', 'ada@elsewhere.test')
  const emails = [{ email: 'grace@mail.test', primary: true, verified: true }]
  github.person = { id: 7, name: 'Grace Hopper', emails }
  ann = await signUp(product.app)
})
afterAll(async () => {
  await product.close()
  await openid.close()
  await github.close()
})

function addAtOpenid(login: string, email: string): void {
  const name = { given_name: 'Ada', family_name: 'Lovelace' }
  openid.accounts.set(login, { email, email_verified: true, ...name })
}

const get = (url: string, cookie: string) => product.app.inject({ url, headers: { cookie } })

async function list(cookie: string) {
  const reply = await get('/api/sign-in-methods', cookie)
  expect(reply.statusCode, reply.body).toBe(200)
  return listSignInMethodsEndpoint.output.parse(reply.json())
}

const startLink = (cookie: string, body: object) =>
  post(product.app, '/api/sign-in-methods/link', { provider: 'google', ...body }, { cookie })

/** Follows the URL of a reply through the provider; returns the reply to the browser's return. */
async function comeBack(location: string, login: string, cookie: string) {
  const back = await openProviderBrowser().signIn(location, login)
  return get(`${back.pathname}${back.search}`, cookie)
}

async function link(cookie: string, body: object = { currentPassword: goodPassword }, login = 'ada') {
  const started = await startLink(cookie, body)
  expect(started.statusCode, started.body).toBe(200)
  return (await comeBack(started.json().location, login, cookie)).headers.location
}

/** Signs in with GitHub as somebody new. */
async function signUpAtGithub(): Promise<string> {
  const started = await product.app.inject({ url: '/api/auth/github' })
  const cookie = sessionCookieOf(started) ?? ''
  return sessionCookieOf(await comeBack(String(started.headers.location), 'grace', cookie)) ?? ''
}

const remove = (cookie: string, id: string, body: object = {}) =>
  post(product.app, `/api/sign-in-methods/${id}/remove`, body, { cookie })
const proof = { currentPassword: goodPassword }
const subjects = () => mails.map(({ subject }) => subject)

test('an account with a password gets another way to sign in, whatever its address there is', async () => {
  expect(await list(ann.cookie)).toEqual({ linked: [], providers: ['google', 'github'] })
  expect(await link(ann.cookie)).toBe('/profile?linked=google')
  const { linked } = await list(ann.cookie)
  expect(linked).toEqual([
    {
      id: expect.any(String),
      provider: 'google',
      host: new URL(openid.issuer).host,
      email: 'ada@elsewhere.test',
      linkedAt: expect.any(String),
      removable: true,
    },
  ])
  await expect.poll(subjects).toContain('Another way to sign in to Unmet was added')
  const started = await product.app.inject({ url: '/api/auth/google' })
  const signedIn = await comeBack(String(started.headers.location), 'ada', sessionCookieOf(started) ?? '')
  expect(await whoIs(product.app, sessionCookieOf(signedIn))).toMatchObject({ email: ann.email })
})

test('linking asks for the password, and counts wrong ones like a change of password', async () => {
  const replies = []
  for (const body of [{}, ...Array(5).fill({ currentPassword: 'not my password' })]) {
    replies.push((await startLink(ann.cookie, body)).json().code)
  }
  expect(replies).toEqual([...Array(5).fill('wrong_password'), 'too_many_attempts'])
  expect(await product.database.db.$count(accountIdentities)).toBe(0)
})

test('another session than the one that started it cannot finish it', async () => {
  const eve = await signUp(product.app)
  const started = await startLink(ann.cookie, proof)
  const reply = await comeBack(started.json().location, 'ada', eve.cookie)
  expect(reply.headers.location).toBe('/auth?error=sign_in_expired')
  expect(await product.database.db.$count(accountIdentities)).toBe(0)
})

test('an account elsewhere signs in to one account only; linking it twice changes nothing', async () => {
  expect([await link(ann.cookie), await link(ann.cookie)]).toEqual([
    '/profile?linked=google',
    '/profile?linked=google',
  ])
  const eve = await signUp(product.app)
  expect(await link(eve.cookie)).toBe('/profile?error=linked_elsewhere')
  expect(await product.database.db.$count(accountIdentities)).toBe(1)
  expect((await list(eve.cookie)).linked).toEqual([])
})

test('with a password, every other way to sign in can be removed with it, and a mail says so', async () => {
  await link(ann.cookie)
  const [google] = (await list(ann.cookie)).linked
  const id = google?.id ?? ''
  expect((await remove(ann.cookie, id)).json().code).toBe('wrong_password')
  const eve = await signUp(product.app)
  expect((await remove(eve.cookie, id, proof)).statusCode).toBe(404)
  expect((await remove(ann.cookie, id, proof)).statusCode).toBe(200)
  expect((await list(ann.cookie)).linked).toEqual([])
  await expect.poll(subjects).toContain('A way to sign in to Unmet was removed')
})

test('without a password, the last way to sign in stays', async () => {
  const cookie = await signUpAtGithub()
  const [github] = (await list(cookie)).linked
  expect(github).toMatchObject({ provider: 'github', email: 'grace@mail.test', removable: false })
  const refused = await remove(cookie, github?.id ?? '')
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'last_sign_in_method'])
  expect(refused.json().userMessage).toContain('Set a password first')
  await link(cookie, {})
  const two = (await list(cookie)).linked
  expect(two.map(({ provider, removable }) => [provider, removable])).toEqual([
    ['github', true],
    ['google', true],
  ])
  const both = await Promise.all(two.map(({ id }) => remove(cookie, id)))
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a service without keys here is listed by its host, and is no way to sign in', async () => {
  const cookie = await signUpAtGithub()
  const userId = (await whoIs(product.app, cookie))?.id ?? ''
  const identity = { issuer: 'https://id.example', subject: '1', userId, email: '' }
  await product.database.db.insert(accountIdentities).values(identity)
  const { linked } = await list(cookie)
  expect(linked.map(({ provider, host, email, removable }) => [provider, host, email, removable])).toEqual([
    ['github', new URL(github.url).host, 'grace@mail.test', false],
    [null, 'id.example', null, true],
  ])
  expect((await remove(cookie, linked[0]?.id ?? '')).statusCode).toBe(409)
  expect((await remove(cookie, linked[1]?.id ?? '')).statusCode).toBe(200)
})

/** Opens the newest mailed link of this kind, as the reader of the mailbox. */
async function openMailed(path: string, body: object = {}) {
  const found = () => mails.findLast(({ text }) => text.includes(`/${path}?token=`))
  await expect.poll(found).toBeDefined()
  const [, token] = /\?token=([\w-]+)/u.exec(found()?.text ?? '') ?? []
  const reply = await post(product.app, `/api/${path}`, { token, ...body })
  expect(reply.statusCode, reply.body).toBe(200)
}

async function resetPassword(): Promise<string> {
  await post(product.app, '/api/forgot-password', { email: ann.email })
  const password = 'another plum teapot 43'
  await openMailed('reset-password', { password })
  return signIn(product.app, { ...ann, password })
}

test.each([
  ['before its owner confirmed the address', ['link', 'confirm']],
  ['after that', ['confirm', 'link']],
])(
  'what somebody linked to an account %s no longer signs in after its owner resets the password',
  async (_name, steps) => {
    for (const step of steps) {
      if (step === 'link') await link(ann.cookie)
      else await openMailed('verify-email')
    }
    expect((await list(await resetPassword())).linked).toEqual([])
  },
)

test('an account elsewhere with the same confirmed address stays when the password is reset', async () => {
  addAtOpenid('ann', ann.email)
  await openMailed('verify-email')
  await link(ann.cookie, proof, 'ann')
  expect((await list(await resetPassword())).linked).toHaveLength(1)
})
