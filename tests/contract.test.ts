import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorReply } from '#contract/error.ts'
import { goodPassword, signUp } from '#tests/harness/account-calls.ts'
import { anyCharacter } from '#tests/harness/any-character.ts'
import { addressOf, hasBody, listEndpoints } from '#tests/harness/contract-endpoints.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const endpoints = await listEndpoints()

let product: TestApp
beforeAll(async () => {
  product = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' })
})
afterAll(() => product.close())

const knownTricks = [
  '\u0000',
  '\ud800',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '-1',
  '1e309',
  'x'.repeat(10_000),
  'a@b.test\r\nBcc: c@d.test',
  'a@b.test, c@d.test',
]
const hostileText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.constantFrom(...knownTricks),
)

const fieldsOf = ({ body }: Endpoint) =>
  Object.keys(z.toJSONSchema(body ?? z.object({}), { io: 'input' }).properties ?? {})

/** For each hostile value and each field, a request with the value in its path and in this field only. */
function tricksOn(endpoint: Endpoint): [string, fc.JsonValue][] {
  const fields = fieldsOf(endpoint)
  const valid = { ...Object.fromEntries(fields.map((name) => [name, goodPassword])), keyword: 'invoicing' }
  return knownTricks.flatMap((trick): [string, fc.JsonValue][] =>
    fields.length === 0
      ? [[trick, {}]]
      : fields.map((name, at) => [trick, { ...valid, email: `trick${at}@example.test`, [name]: trick }]),
  )
}

/** Fields of the endpoint's own schema, each hostile or valid, so that some bodies pass validation. */
function bodiesOf(endpoint: Endpoint) {
  const good: Record<string, fc.Arbitrary<string>> = {
    // Uses separate accounts, because attempts on the same account are slowed down.
    email: fc.nat().map((one) => `known${one}@example.test`),
    username: fc.nat().map((one) => `operator ${one}`),
    keyword: fc.constant('invoicing'),
  }
  const fields = fieldsOf(endpoint).map((name) => [
    name,
    fc.oneof(good[name] ?? fc.constant(goodPassword), hostileText, fc.jsonValue()),
  ])
  const own = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  return fc.oneof({ weight: 4, arbitrary: own }, fc.jsonValue(), fc.record({ userId: hostileText }))
}

/** The errors that an endpoint documents, and those for a missing session, bad input or an unknown path. */
function errorsOf({ access, params, query, body, errors = [] }: Endpoint): Set<string> {
  const signedOut = access === 'anyone' || access === 'open' ? [] : ['unauthenticated']
  const wrongInput = (params ?? query ?? body) ? ['invalid_input'] : []
  // An empty parameter would give another path.
  const elsewhere = params ? ['not_found'] : []
  return new Set([...errors, ...signedOut, ...wrongInput, ...elsewhere, 'invalid_json'])
}

/** Without input, all requests of an endpoint are equal, except for the session. */
const takesValues = (endpoint: Endpoint) =>
  hasBody(endpoint) || endpoint.params !== undefined || endpoint.query !== undefined

/** Each run has its own IP address, and so its own rate limits. */
const addressFor = (run: number) => `10.200.${run >> 8}.${run & 255}`

test('the contract has endpoints to test', () => {
  expect(endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).toEqual(
    expect.arrayContaining([
      'POST /api/search',
      'GET /api/search-results/:sessionToken',
      'GET /api/download/:sessionId',
      'POST /api/register',
      'PUT /api/profile',
      'DELETE /api/sessions/:id',
      'GET /api/auth/:provider/callback',
    ]),
  )
})

test.each(endpoints)(
  'ASVS 2.2.2: $method $path answers hostile values with its own errors, never a 500',
  async (endpoint) => {
    const { cookie } = await signUp(product.app)
    const examples = takesValues(endpoint) ? tricksOn(endpoint) : []
    let run = 0
    await fc.assert(
      fc.asyncProperty(hostileText, bodiesOf(endpoint), async (text, body) => {
        run += 1
        const hostile = text.toWellFormed()
        const query =
          endpoint.query === undefined ? '' : `?returnTo=${encodeURIComponent(hostile)}&state=${run}`
        const signedIn = run % 4 === 0 ? {} : { cookie }
        const reply = await product.app.inject({
          method: endpoint.method,
          url: addressOf(endpoint, () => hostile) + query,
          headers: hasBody(endpoint) ? { 'content-type': 'application/json', ...signedIn } : signedIn,
          remoteAddress: addressFor(run),
          ...(hasBody(endpoint) ? { payload: JSON.stringify(body) } : {}),
        })
        expect(reply.statusCode).toBeLessThan(500)
        // Pages report an unknown path in HTML; all other refusals are JSON.
        const isPage =
          endpoint.output === 'document' && String(reply.headers['content-type']).startsWith('text/html')
        if (isPage) expect([200, 404]).toContain(reply.statusCode)
        else if (reply.statusCode >= 400)
          expect(errorsOf(endpoint)).toContain(errorReply.parse(reply.json()).code)
        expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
        expect(reply.headers['x-content-type-options']).toBe('nosniff')
      }),
      { examples, numRuns: examples.length + (examples.length > 0 ? 20 : 4), seed: 1 },
    )
  },
)

test.each(['/%', '/%zz', '/api/none', `/${'x'.repeat(5000)}`, '/healthz'])(
  'ASVS 3.4.3: the security headers are on the reply to %s',
  async (url) => {
    const reply = await product.app.inject({ url })
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'")
    expect(reply.headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  },
)
