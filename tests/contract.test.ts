import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorReply } from '#contract/error.ts'
import * as search from '#contract/search.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value
const endpoints = Object.values<unknown>(search).filter(isEndpoint)

let product: TestApp
beforeAll(async () => {
  product = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' })
})
afterAll(() => product.close())

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '%00',
    '../../etc/passwd',
    "' or 1=1 --",
    '-1',
    '1e309',
    'x'.repeat(10_000),
  ),
)
const hostileBody = fc.oneof(
  fc.jsonValue(),
  fc.record({ keyword: fc.oneof(hostileText, fc.jsonValue()) }),
  fc.record({ keyword: hostileText, userId: hostileText, opportunityScore: fc.integer() }),
)

test('the contract has endpoints to try', () => {
  expect(endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).toEqual(
    expect.arrayContaining([
      'POST /api/search',
      'GET /api/search-results/:sessionToken',
      'GET /api/download/:sessionId',
    ]),
  )
})

test.each(endpoints)(
  '$method $path answers hostile values with its own errors, never a 500',
  async (endpoint) => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileBody, async (text, body) => {
        const url = endpoint.path.replace(/:\w+/, encodeURIComponent(text.toWellFormed()))
        const payload = endpoint.method === 'POST' ? { payload: JSON.stringify(body) } : {}
        const headers = endpoint.method === 'POST' ? { 'content-type': 'application/json' } : {}
        const reply = await product.app.inject({ method: endpoint.method, url, headers, ...payload })
        expect(reply.statusCode).toBeLessThan(500)
        if (reply.statusCode >= 400) expect(() => errorReply.parse(reply.json())).not.toThrow()
        expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
        expect(reply.headers['x-content-type-options']).toBe('nosniff')
      }),
      { numRuns: 150, seed: 1 },
    )
  },
)

test.each(['/%', '/%zz', '/api/none', `/${'x'.repeat(5000)}`, '/healthz'])(
  'the security headers are on the reply to %s',
  async (url) => {
    const reply = await product.app.inject({ url })
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'")
    expect(reply.headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  },
)
