import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  IdentityProviderError,
  MalformedProviderReply,
  ProviderRefused,
  ProviderUnreachable,
} from '#server/sign-in-ports.ts'
import { type FakeOpenid, fakeClient, otherFakeClient, startFakeOpenid } from '#tests/harness/fake-openid.ts'
import { openProviderBrowser } from '#tests/harness/provider-browser.ts'
import { googleProvider } from './google-provider.ts'

const callbackUrl = 'http://127.0.0.1:3000/api/auth/google/callback'
let fake: FakeOpenid

beforeAll(async () => {
  fake = await startFakeOpenid(callbackUrl)
  const name = { given_name: 'Ada', family_name: 'Lovelace' }
  fake.accounts.set('ada', { email: 'ada@mail.test', email_verified: true, ...name })
  fake.accounts.set('eve', { email: 'ada@mail.test', email_verified: false, ...name })
})
beforeEach(() => {
  fake.forge = undefined
})
afterAll(() => fake.close())

const atFake = () => googleProvider({ ...fakeClient, issuer: fake.issuer })

/** Goes through a sign-in up to the redirect back. Returns the values of a session and the callback URL. */
async function comeBack(login = 'ada', provider = atFake()) {
  const { address, secrets } = await provider.begin(callbackUrl)
  const cameBackTo = await openProviderBrowser().signIn(address, login)
  return { provider, address: new URL(address), secrets, cameBackTo }
}

/** A real ID token of a sign-in, signed by the fake provider. */
async function takeIdToken(client = fakeClient): Promise<{ idToken: string; nonce: string }> {
  let idToken = ''
  fake.forge = (answer) => {
    idToken = answer.id_token
    return answer
  }
  const visit = await comeBack('ada', googleProvider({ ...client, issuer: fake.issuer }))
  await visit.provider.finish(visit.cameBackTo, visit.secrets)
  fake.forge = undefined
  return { idToken, nonce: visit.secrets.nonce }
}

describe('a round trip', () => {
  test('returns who signed in, by issuer and subject (6.8.1)', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    expect(await provider.finish(cameBackTo, secrets)).toEqual({
      issuer: fake.issuer,
      subject: 'ada',
      email: 'ada@mail.test',
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
    })
  })

  test('asks with PKCE S256, state and nonce, and never sends the verifier or the secret (10.2.1)', async () => {
    const { address, secrets } = await comeBack()
    const asked = Object.fromEntries(address.searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      state: secrets.state,
      nonce: secrets.nonce,
      redirect_uri: callbackUrl,
    })
    expect(asked.code_challenge).toMatch(/^[\w-]{43}$/u)
    expect(address.href).not.toContain(secrets.codeVerifier)
    expect(address.href).not.toContain(fakeClient.clientSecret)
  })

  test('uses new secrets each time (10.1.2)', async () => {
    const [one, two] = [await atFake().begin(callbackUrl), await atFake().begin(callbackUrl)]
    const all = [...Object.values(one.secrets), ...Object.values(two.secrets)]
    expect(new Set(all).size).toBe(6)
    expect(all.every((secret) => secret.length >= 43)).toBe(true)
  })

  test('does not vouch for an address that the provider does not vouch for', async () => {
    const { provider, secrets, cameBackTo } = await comeBack('eve')
    expect(await provider.finish(cameBackTo, secrets)).toMatchObject({
      subject: 'eve',
      email: 'ada@mail.test',
      emailVerified: false,
    })
  })
})

test('an ID token without the address has the provider asked for it, for the same person (10.5.2)', async () => {
  const reticent = await startFakeOpenid(callbackUrl, false)
  reticent.accounts.set('ada', {
    email: 'ada@mail.test',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'L',
  })
  const provider = googleProvider({ ...fakeClient, issuer: reticent.issuer })
  const { secrets, cameBackTo } = await comeBack('ada', provider)
  expect(await provider.finish(cameBackTo, secrets)).toEqual({
    issuer: reticent.issuer,
    subject: 'ada',
    email: 'ada@mail.test',
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'L',
  })
  await reticent.close()
})

describe('refused', () => {
  test('a code that was used before', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    await provider.finish(cameBackTo, secrets)
    const again = provider.finish(cameBackTo, secrets)
    await expect(again).rejects.toThrow(ProviderRefused)
    await expect(again).rejects.toThrow('invalid_grant')
  })

  test('a code with another verifier (10.2.1)', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    const others = { ...secrets, codeVerifier: 'v'.repeat(43) }
    await expect(provider.finish(cameBackTo, others)).rejects.toThrow(ProviderRefused)
  })

  test('a wrong state and none at all (10.1.2)', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    const otherState = provider.finish(cameBackTo, { ...secrets, state: 'other' })
    await expect(otherState).rejects.toThrow(MalformedProviderReply)
    cameBackTo.searchParams.delete('state')
    await expect(provider.finish(cameBackTo, secrets)).rejects.toThrow(MalformedProviderReply)
  })

  test('an ID token with another nonce (10.5.1)', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    const failure = provider.finish(cameBackTo, { ...secrets, nonce: 'other' })
    await expect(failure).rejects.toThrow(MalformedProviderReply)
    await expect(failure).rejects.toThrow('JWT claim')
  })

  test('an answer that says it is from another issuer (10.5.3)', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    expect(cameBackTo.searchParams.get('iss')).toBe(fake.issuer)
    cameBackTo.searchParams.set('iss', 'https://evil.test')
    await expect(provider.finish(cameBackTo, secrets)).rejects.toThrow(MalformedProviderReply)
  })

  test('a provider that calls itself by another name than the configured one (10.5.3)', async () => {
    const elsewhere = googleProvider({ ...fakeClient, issuer: fake.issuer.replace('127.0.0.1', 'localhost') })
    await expect(elsewhere.begin(callbackUrl)).rejects.toThrow(MalformedProviderReply)
  })

  test('an ID token made for another site (10.5.4)', async () => {
    const foreign = await takeIdToken(otherFakeClient)
    const { provider, secrets, cameBackTo } = await comeBack()
    fake.forge = (answer) => ({ ...answer, id_token: foreign.idToken })
    const failure = provider.finish(cameBackTo, { ...secrets, nonce: foreign.nonce })
    await expect(failure).rejects.toThrow(MalformedProviderReply)
    await expect(failure).rejects.toThrow('JWT claim')
  })

  test('an ID token whose subject was changed after it was signed (10.5.2)', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    fake.forge = (answer) => {
      const [head, body = '', signature] = answer.id_token.split('.')
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
      const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody-else' })).toString('base64url')
      return { ...answer, id_token: [head, changed, signature].join('.') }
    }
    await expect(provider.finish(cameBackTo, secrets)).rejects.toThrow(MalformedProviderReply)
  })

  test('without a word of the code, the tokens or the secrets in the error (16.2.5)', async () => {
    const { provider, secrets, cameBackTo } = await comeBack()
    let idToken = ''
    fake.forge = (answer) => {
      idToken = answer.id_token
      return answer
    }
    const failed = (changed: object) =>
      provider.finish(cameBackTo, { ...secrets, ...changed }).catch((error: unknown) => error)
    const failures = [await failed({ state: 'other' }), await failed({ nonce: 'other' }), await failed({})]
    expect(failures.every((failure) => failure instanceof IdentityProviderError)).toBe(true)
    const shown = inspect(failures, { depth: null })
    const code = cameBackTo.searchParams.get('code') ?? ''
    for (const secret of [code, idToken, ...Object.values(secrets), fakeClient.clientSecret]) {
      expect(secret).not.toBe('')
      expect(shown).not.toContain(secret)
    }
  })

  test('a person who says no at the provider', async () => {
    const provider = atFake()
    const { secrets } = await provider.begin(callbackUrl)
    const cameBackTo = new URL(callbackUrl)
    const { state } = secrets
    cameBackTo.search = new URLSearchParams({ error: 'access_denied', state, iss: fake.issuer }).toString()
    const failure = provider.finish(cameBackTo, secrets)
    await expect(failure).rejects.toThrow(ProviderRefused)
    await expect(failure).rejects.toThrow('access_denied')
  })
})

describe('a provider that is', () => {
  test('down says so, and the next attempt asks it again', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const issuer = `http://127.0.0.1:${port}`
    const provider = googleProvider({ ...fakeClient, issuer })
    await expect(provider.begin(callbackUrl)).rejects.toThrow(ProviderUnreachable)

    server.on('request', (_request, response) => {
      const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const { address } = await provider.begin(callbackUrl)
    expect(address).toMatch(`${issuer}/auth?`)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test.each([
    ['silent', () => {}],
    ['stuck in the middle of its answer', (response: { write(text: string): void }) => response.write('{')],
  ])('%s is given up when its time is over', async (_name, answer) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json')
      answer(response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const provider = googleProvider({ ...fakeClient, issuer }, 150)
    const failure = provider.begin(callbackUrl)
    await expect(failure).rejects.toThrow(ProviderUnreachable)
    await expect(failure).rejects.toThrow('in time')
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('broken or endless is refused, a right one is not', async () => {
    const answers: [number, string][] = [
      [503, 'down'],
      [200, 'x'.repeat(1_000_001)],
      [200, 'not json'],
    ]
    const server = createServer((_request, response) => {
      const [status, body] = answers.shift() ?? [200, '']
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const provider = googleProvider({ ...fakeClient, issuer })
    await expect(provider.begin(callbackUrl)).rejects.toThrow(ProviderUnreachable)
    await expect(provider.begin(callbackUrl)).rejects.toThrow('longer than 1000000 bytes')
    await expect(provider.begin(callbackUrl)).rejects.toThrow(MalformedProviderReply)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('reached over plain http is refused unless it is this machine', async () => {
    const provider = googleProvider({ ...fakeClient, issuer: 'http://accounts.example.test' })
    const failure = provider.begin(callbackUrl)
    await expect(failure).rejects.toThrow(MalformedProviderReply)
    await expect(failure).rejects.toThrow('only requests to HTTPS are allowed')
  })
})
