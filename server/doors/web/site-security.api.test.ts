import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post, signUp, whoIs } from '#tests/harness/account-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { isFromOtherSite } from './site-security.ts'

const publicUrl = 'https://unmet.example'
let product: TestApp
beforeAll(async () => {
  product = await openTestApp({}, { PUBLIC_URL: publicUrl })
})
afterAll(() => product.close())

describe('ASVS 3.5.1: a write with', () => {
  test.each<[string, Record<string, string>, number]>([
    ['same-origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['none (typed by the person)', { 'sec-fetch-site': 'none' }, 200],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['same-site (a sibling of our domain)', { 'sec-fetch-site': 'same-site' }, 403],
    ['cross-site and our own origin', { 'sec-fetch-site': 'cross-site', origin: publicUrl }, 403],
    ['an unknown word', { 'sec-fetch-site': 'x' }, 403],
    ['our origin alone', { origin: publicUrl }, 200],
    ['a foreign origin alone', { origin: 'https://evil.example' }, 403],
    ['our name over http', { origin: 'http://unmet.example' }, 403],
    ['a name that begins like ours', { origin: 'https://unmet.example.evil.test' }, 403],
    ['the origin null', { origin: 'null' }, 403],
    [
      'a foreign origin that the Host header repeats',
      { origin: 'https://evil.test', host: 'evil.test' },
      403,
    ],
    ['neither header (no browser)', {}, 200],
  ])('%s answers as the table says', async (_name, headers, status) => {
    const reply = await post(product.app, '/api/logout', {}, { headers })
    expect(reply.statusCode).toBe(status)
    if (status === 403) expect(reply.json().code).toBe('cross_site_request')
  })
})

test('ASVS 3.5.1: a refused write changes nothing', async () => {
  const { cookie } = await signUp(product.app)
  await post(product.app, '/api/logout', {}, { cookie, headers: { origin: 'https://evil.example' } })
  expect(await whoIs(product.app, cookie)).not.toBeNull()
})

test('ASVS 3.5.2: a body that a form of another site could send is not read', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': type },
      payload: '{"email":"a@example.test","password":"b"}',
    })
    expect([type, reply.statusCode]).toEqual([type, 415])
  }
})

test('ASVS 3.5.3: reading with GET changes nothing, and writes do not answer to GET', async () => {
  const { cookie } = await signUp(product.app)
  for (const url of [
    '/api/logout',
    '/api/sessions/end-others',
    '/api/account/delete',
    '/api/change-password',
  ]) {
    expect((await product.app.inject({ url, headers: { cookie } })).statusCode).toBe(404)
  }
  expect(await whoIs(product.app, cookie)).not.toBeNull()
})

test.each([
  ['http://localhost:3000', 'localhost:3000', false],
  ['http://127.0.0.1:3000', '127.0.0.1:3000', false],
  ['http://[::1]:3000', '[::1]:3000', false],
  ['http://localhost:4000', 'localhost:3000', true],
  ['http://rebound.example:3000', 'rebound.example:3000', true],
])('on this machine, the origin %s at the host %s is foreign: %s', (origin, host, foreign) => {
  expect(isFromOtherSite({ origin, host }, 'http://127.0.0.1:3000')).toBe(foreign)
})

test('ASVS 3.4.1: over https every reply asks for https for a year, subdomains too', async () => {
  for (const url of ['/', '/api/user', '/api/none', '/%zz']) {
    const reply = await product.app.inject({ url })
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  }
})

test('behind a path of a proxy every page says that it needs a host name of its own', async () => {
  const lines: string[] = []
  const behind = await openTestApp({}, {}, (line) => lines.push(line))
  const ask = (url: string, prefix: string) =>
    behind.app.inject({ url, headers: { 'x-forwarded-prefix': prefix } })
  for (const url of ['/', '/api/user', '/assets/none.js']) {
    const reply = await ask(url, '/unmet')
    expect([reply.statusCode, reply.json().userMessage]).toEqual([
      404,
      'Unmet cannot be served below a path of a proxy: give it a host name of its own.',
    ])
  }
  expect((await ask('/api/examples', '/')).statusCode).toBe(200)
  expect(lines.filter((line) => line.includes('X-Forwarded-Prefix')).length).toBe(1)
  await behind.close()
})
