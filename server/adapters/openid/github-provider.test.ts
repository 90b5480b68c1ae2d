import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MalformedProviderReply, ProviderRefused, ProviderUnreachable } from '#server/sign-in-ports.ts'
import { type FakeGithub, githubClient, startFakeGithub } from '#tests/harness/fake-github.ts'
import { openProviderBrowser } from '#tests/harness/provider-browser.ts'
import { githubProvider } from './github-provider.ts'

const callbackUrl = 'http://127.0.0.1:3000/api/auth/github/callback'
const other = { email: 'other@mail.test', primary: false, verified: true }
const primary = { email: 'ada@mail.test', primary: true, verified: true }
let fake: FakeGithub

beforeAll(async () => {
  fake = await startFakeGithub()
})
beforeEach(() => {
  fake.person = { id: 42, name: 'Ada King Lovelace', emails: [other, primary] }
  fake.emailsStatus = 200
})
afterAll(() => fake.close())

const atFake = (changed = {}) =>
  githubProvider({ ...githubClient, url: fake.url, apiUrl: fake.url, ...changed })

async function comeBack(provider = atFake()) {
  const { address, secrets } = await provider.begin(callbackUrl)
  return { provider, secrets, cameBackTo: await openProviderBrowser().signIn(address, 'ada') }
}

async function signIn(provider = atFake()) {
  const { secrets, cameBackTo } = await comeBack(provider)
  return provider.finish(cameBackTo, secrets)
}

describe('who signed in is returned', () => {
  test('by the number that never changes, with the primary address (6.8.1)', async () => {
    expect(await signIn()).toEqual({
      issuer: `${fake.url}/login/oauth`,
      subject: '42',
      email: 'ada@mail.test',
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'King Lovelace',
    })
  })

  test('without a name when they gave none', async () => {
    fake.person = { id: 43, name: null, emails: [primary] }
    expect(await signIn()).toMatchObject({ firstName: null, lastName: null })
  })

  test.each([
    ['the primary one is not verified', [{ ...primary, verified: false }, other]],
    ['none is primary', [other]],
    ['there is none', []],
  ])('without an address when %s', async (_name, emails) => {
    fake.person = { id: 44, name: 'Ada', emails }
    expect(await signIn()).toMatchObject({ subject: '44', email: null, emailVerified: false })
  })
})

describe('an address of GitHub that takes no mail', () => {
  const hidden = { email: '42+ada@users.noreply.github.com', primary: true, verified: true }

  test.each([
    [
      'gives way to a second one that is confirmed',
      [hidden, { ...other, verified: false }, other],
      other.email,
    ],
    ['gives way in capitals too', [{ ...hidden, email: 'Ada@USERS.noreply.GitHub.com' }, other], other.email],
    ['is none where no other is confirmed', [hidden, { ...other, verified: false }], null],
    ['is none where it is alone', [hidden], null],
    ['stands behind a primary one that does', [{ ...hidden, primary: false }, primary], primary.email],
  ])('%s', async (_name, emails, email) => {
    fake.person = { id: 45, name: 'Ada', emails }
    expect(await signIn()).toMatchObject({ subject: '45', email, emailVerified: email !== null })
  })

  test('is told by its host, not by its words', async () => {
    const own = { email: 'noreply.github.com@mail.test', primary: true, verified: true }
    fake.person = { id: 46, name: 'Ada', emails: [own, other] }
    expect(await signIn()).toMatchObject({ email: own.email })
  })
})

describe('refused', () => {
  test('a code that was used before, though GitHub says so with status 200', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    await provider.finish(cameBackTo, secrets)
    const again = provider.finish(cameBackTo, secrets)
    await expect(again).rejects.toThrow(ProviderRefused)
    await expect(again).rejects.toThrow('bad_verification_code')
  })

  test('a code with another verifier (10.2.1)', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    const others = { ...secrets, codeVerifier: 'v'.repeat(43) }
    await expect(provider.finish(cameBackTo, others)).rejects.toThrow(ProviderRefused)
  })

  test('a wrong state (10.1.2)', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    const wrong = provider.finish(cameBackTo, { ...secrets, state: 'other' })
    await expect(wrong).rejects.toThrow(MalformedProviderReply)
  })

  test('an answer that says it is from another issuer (10.5.3)', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    cameBackTo.searchParams.set('iss', 'https://accounts.google.com')
    await expect(provider.finish(cameBackTo, secrets)).rejects.toThrow(MalformedProviderReply)
  })

  test('a wrong secret, which the error does not repeat', async () => {
    const failure = signIn(atFake({ clientSecret: 'not-the-secret' }))
    await expect(failure).rejects.toThrow('incorrect_client_credentials')
    await expect(failure).rejects.not.toThrow('not-the-secret')
  })

  test('a token that may not read addresses', async () => {
    fake.emailsStatus = 404
    await expect(signIn()).rejects.toThrow('GitHub answered 404 for /user/emails')
  })
})

test('GitHub with a failure of its own counts as out of reach', async () => {
  fake.emailsStatus = 502
  await expect(signIn()).rejects.toThrow(ProviderUnreachable)
})

test('answers of an unknown shape are nonsense', async () => {
  fake.person = { id: 'forty-two' as unknown as number, name: null, emails: [primary] }
  await expect(signIn()).rejects.toThrow(MalformedProviderReply)
})
