import { describe, expect, test } from 'vitest'
import { deadlineIn } from '#server/adapters/source-calls/source-clock.ts'
import { goodToken, makeListing, redditUserAgent, startFakeReddit } from '#tests/harness/fake-reddit.ts'
import { type FakeReply, startFakeSource } from '#tests/harness/fake-source.ts'
import { makeTestClock } from '#tests/harness/source-parts.ts'
import { redditToken } from './reddit-client.ts'

async function startTokens(answer: (call: number) => FakeReply) {
  const standIn = await startFakeSource((_, call) => answer(call))
  const sourceClock = makeTestClock()
  const access = { clientId: 'id', clientSecret: 'a secret', userAgent: redditUserAgent, url: standIn.url }
  return { ...standIn, sourceClock, token: redditToken(access, sourceClock) }
}

test('the client introduces itself by its id and secret, and to Reddit by its own name', async () => {
  const { token, requests } = await startTokens(() => ({ body: goodToken }))
  expect(await token.read(false)).toBe('token-1')
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/api/v1/access_token',
    body: 'grant_type=client_credentials',
    headers: {
      authorization: `Basic ${Buffer.from('id:a secret').toString('base64')}`,
      'user-agent': redditUserAgent,
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    },
  })
})

test('calls go out with the token and under the same name', async () => {
  const { client, calls } = await startFakeReddit(() => ({ body: makeListing([]) }))
  await client.list('/search', { q: 'a' }, deadlineIn(10_000, makeTestClock()))
  expect(calls[0]?.headers).toMatchObject({ authorization: 'bearer token-1', 'user-agent': redditUserAgent })
})

test('fifty callers at once share one token', async () => {
  const { token, requests } = await startTokens(() => ({ body: goodToken }))
  await Promise.all(Array.from({ length: 50 }, () => token.read(false)))
  expect(requests).toHaveLength(1)
})

describe('a token is used until shortly before it ends', () => {
  test.each([
    ['3600 s', 3600, 3_540_000],
    ['86400 s', 86_400, 86_340_000],
    ['a minute', 60, 30_000],
    ['no time that it names', undefined, 3_540_000],
    ['nonsense', 'soon', 3_540_000],
    ['less than nothing', -5, 3_540_000],
  ])('when it lives for %s', async (_name, expiresIn, usedForMs) => {
    const { token, requests, sourceClock } = await startTokens(() => ({
      body: { access_token: 'a', expires_in: expiresIn },
    }))
    await token.read(false)
    sourceClock.pass(usedForMs - 1)
    await token.read(false)
    expect(requests).toHaveLength(1)
    sourceClock.pass(1)
    await token.read(false)
    expect(requests).toHaveLength(2)
  })
})

describe('a refusal is reported and not tried again for ten minutes', () => {
  test.each<[string, FakeReply, string]>([
    ['200 with an unknown client', { body: { error: 'unauthorized_client' } }, '(unauthorized_client)'],
    [
      '200 with an invalid request',
      { body: { error: 'invalid_request', error_description: 'bad device_id' } },
      '(invalid_request)',
    ],
    ['200 with a number', { body: { error: 403 } }, '(403)'],
    [
      '200 with words that are none of theirs',
      { body: { error: '<b>&' } },
      'refused our client id and secret',
    ],
    ['401', { status: 401, body: { message: 'Unauthorized', error: 401 } }, '(status 401)'],
    ['403', { status: 403, body: '<html>' }, '(status 403)'],
    ['400', { status: 400, body: '' }, '(status 400)'],
    ['302', { status: 302, headers: { location: '/login' } }, '(status 302)'],
  ])('%s', async (_name, reply, message) => {
    const { token, requests, sourceClock } = await startTokens(() => reply)
    await expect(token.read(false)).rejects.toThrow(message)
    await expect(token.read(false)).rejects.toThrow('is paused for 600 s, because it failed')
    expect(requests).toHaveLength(1)
    sourceClock.pass(600_001)
    await expect(token.read(false)).rejects.toThrow(message)
    expect(requests).toHaveLength(2)
  })

  test('and never repeats the secret', async () => {
    const { token } = await startTokens(() => ({ status: 401, body: { error: 'a secret' } }))
    await expect(token.read(false)).rejects.not.toThrow(/a secret/u)
  })
})

test('who is asked to wait says so at once, and does not ask again before', async () => {
  const busy = { status: 429, body: { error: 429 }, headers: { 'retry-after': '30' } }
  const { token, requests, sourceClock } = await startTokens((call) =>
    call === 1 ? busy : { body: goodToken },
  )
  await expect(token.read(false)).rejects.toThrow('asked us to wait 30 s for its token (status 429)')
  sourceClock.pass(10_000)
  await expect(token.read(false)).rejects.toThrow('asked us to wait 20 s for its token (status 429)')
  expect(requests).toHaveLength(1)
  sourceClock.pass(20_000)
  expect(await token.read(false)).toBe('token-1')
})

describe('a failure that may pass is tried three times, and again by the next who asks', () => {
  test.each<[string, FakeReply]>([
    ['503', { status: 503 }],
    ['an empty answer', { body: '' }],
    ['a dropped connection', { instead: 'drops' }],
  ])('%s', async (_name, reply) => {
    const { token, requests } = await startTokens((call) => (call <= 3 ? reply : { body: goodToken }))
    await expect(token.read(false)).rejects.toThrow()
    expect(requests).toHaveLength(3)
    expect(await token.read(false)).toBe('token-1')
  })

  test.each([[[]], [{}], [null], ['"token"'], [{ access_token: '' }], [{ access_token: 5 }]])(
    'but the answer %j is not asked for again',
    async (body) => {
      const { token, requests } = await startTokens(() => ({ body: JSON.stringify(body) }))
      await expect(token.read(false)).rejects.toThrow('gave no token that can be read')
      expect(requests).toHaveLength(1)
    },
  )
})
