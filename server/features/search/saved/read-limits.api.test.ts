import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorReply } from '#contract/error.ts'
import { signUp } from '#tests/harness/account-calls.ts'
import { addressOf, listEndpoints } from '#tests/harness/contract-endpoints.ts'
import { openInvoicingApp, search } from '#tests/harness/search-calls.ts'
import type { TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
beforeAll(async () => {
  product = await openInvoicingApp()
})
afterAll(() => product.close())

/** All endpoints whose path contains the token of a search, so that new endpoints are tested too. */
const readings = (await listEndpoints()).filter(({ path }) => /:session(?:Token|Id)\b/u.test(path))

test('there are ways to read saved results to try', () => {
  expect(readings.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/api/search-results/:sessionToken',
      '/api/search-results/:sessionToken/brief',
      '/api/download/:sessionId',
    ]),
  )
})

test.each(readings)(
  '$path is read as often as a person reads, and then told to wait, at no cost',
  async (endpoint) => {
    const { cookie } = await signUp(product.app)
    const { sessionId } = (await search(product.app, 'invoicing', { cookie })).json()
    const names: Record<string, string> = {
      sessionToken: sessionId,
      sessionId,
      source: 'reddit',
      id: 'need1',
    }
    const url = addressOf(endpoint, (name) => names[name] ?? '')
    const headers = { cookie }
    const statuses: number[] = []
    for (let at = 0; at < 30; at += 1) statuses.push((await product.app.inject({ url, headers })).statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
    let refused = await product.app.inject({ url, headers })
    for (let at = 0; at < 300 && refused.statusCode === 200; at += 1)
      refused = await product.app.inject({ url, headers })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect(errorReply.parse(refused.json())).toMatchObject({
      code: 'too_many_attempts',
      userMessage: expect.stringContaining('in a minute'),
    })
    // Others can still read results, and this user can still search.
    const other = await signUp(product.app)
    const theirs = (await search(product.app, 'invoicing', { cookie: other.cookie })).json()
    const read = await product.app.inject({
      url: addressOf(
        endpoint,
        (name) => ({ ...names, sessionToken: theirs.sessionId, sessionId: theirs.sessionId })[name] ?? '',
      ),
      headers: { cookie: other.cookie },
    })
    expect(read.statusCode, read.body).toBe(200)
    expect((await search(product.app, 'invoicing', { cookie })).statusCode).toBe(200)
    const usage = await product.app.inject({ url: '/api/usage-stats', headers })
    expect(usage.json().searchesThisMonth).toBe(2)
  },
)
