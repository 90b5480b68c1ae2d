import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify, { type FastifyBaseLogger } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errorStatuses } from '#contract/error.ts'
import { downloadEndpoint } from '#contract/search.ts'
import { addErrorReplies } from '#server/doors/web/error-reply.ts'
import { FailureLogController } from '#server/doors/web/failure-log.ts'
import { makeRefusalLog } from '#server/doors/web/refusal-log.ts'
import { AppError } from '#server/errors.ts'
import { makeLogger } from '#server/operations/logger.ts'
import { signUp } from '#tests/harness/account-calls.ts'
import { billingEnvironment } from '#tests/harness/billing-environment.ts'
import { addressOf, hasBody, listEndpoints } from '#tests/harness/contract-endpoints.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { search, searchOnce } from '#tests/harness/search-calls.ts'
import { startControlledStandIn } from '#tests/harness/stand-in-control.ts'
import { gatedSource, openStream, strongNeed, unknownCoverage } from '#tests/harness/stream-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

/** The maximum log size for a minute of refusals. */
const mostBytes = 10_000
const bytesOf = (lines: readonly string[]) => Buffer.byteLength(lines.join(''))

let log: string[]
beforeEach(() => {
  log = []
  // Only the log uses intervals, so fake timers affect nothing else.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Log lines of every start. */
const greetings = /There is no administrator yet|Server listening/u

const open = (replaced = {}, environment: Record<string, string> = {}) =>
  openTestApp(replaced, environment, (line) => {
    if (!greetings.test(line)) log.push(line)
  })

type Refused = { code: string; count: number; routes: Record<string, number>; addresses?: string[] }

/** Lets a minute end, and returns the content of its log line. */
function afterAMinute(): Refused[] {
  vi.advanceTimersByTime(60_000)
  const lines = log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'refused')
  expect(lines.length).toBeLessThanOrEqual(1)
  return lines[0]?.refused ?? []
}

const endpoints = await listEndpoints()
const urlOf = (endpoint: Endpoint) => addressOf(endpoint, () => 'a'.repeat(43))
/** The URLs of pages. If a page reports an unknown token, this does not count as a refusal. */
const pages = new Set(endpoints.filter(({ output }) => output === 'document').map(urlOf))
const malformed = { headers: { 'content-type': 'application/json' }, payload: '{' }
const fromElsewhere = { headers: { 'sec-fetch-site': 'cross-site' }, payload: {} }
const tooLarge = { headers: { 'content-type': 'application/json' }, payload: 'x'.repeat(15_000_000) }

test('refused requests to every endpoint write one line of at most 10 kB a minute', async () => {
  const product = await open()
  const counts = new Map<string, number>()
  const call = async (method: Endpoint['method'], url: string, sent: object) => {
    const reply = await product.app.inject({ method, url, ...sent })
    const isPage = pages.has(url) && String(reply.headers['content-type']).startsWith('text/html')
    if (reply.statusCode < 400 || isPage) return
    const { code } = reply.json()
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  log.length = 0
  for (const endpoint of endpoints) {
    const url = urlOf(endpoint)
    const kinds = hasBody(endpoint) ? [{ payload: {} }, malformed, fromElsewhere] : [{}]
    for (const kind of kinds) for (let at = 0; at < 5; at += 1) await call(endpoint.method, url, kind)
    await call('DELETE', `${url}/nothing/here`, fromElsewhere)
  }
  await call('POST', '/api/own/a/parts/0', tooLarge)
  expect(log.filter((line) => !line.includes('password_reset'))).toEqual([])
  const told = afterAMinute()
  expect(new Map(told.map(({ code, count }) => [code, count]))).toEqual(counts)
  expect([...counts.keys()]).toEqual(
    expect.arrayContaining(['unauthenticated', 'cross_site_request', 'invalid_json', 'results_expired']),
  )
  expect(bytesOf(log)).toBeLessThan(mostBytes)
  await product.close()
})

test('200 requests with each error write one line of at most 10 kB, and one for each kind of internal error', async () => {
  const refusals = makeRefusalLog((details, message) => log.push(JSON.stringify({ ...details, message })))
  const loggerInstance: FastifyBaseLogger = makeLogger('info', { write: (line) => log.push(line) })
  const app = fastify({ loggerInstance, logController: new FailureLogController() })
  addErrorReplies(app, { refusals })
  const codes = Object.keys(errorStatuses) as ErrorCode[]
  for (const code of codes)
    app.get(`/${code}`, () => {
      throw new AppError(
        code,
        'It is refused',
        code === 'payments_unavailable' ? { cause: new Error('away') } : {},
      )
    })
  for (const code of codes) for (let at = 0; at < 200; at += 1) await app.inject(`/${code}`)
  const faults = log.map((line) => JSON.parse(line).code)
  expect(faults).toEqual(['payments_unavailable', 'internal'])
  const told = afterAMinute()
  expect(told.map(({ code }) => code)).toEqual(codes.filter((code) => !faults.includes(code)))
  expect(new Set(told.map(({ count }) => count))).toEqual(new Set([200]))
  expect(log.at(-1)).toContain('"GET /internal internal":199')
  expect(bytesOf(log)).toBeLessThan(mostBytes)
  refusals.close()
  await app.close()
})

test('rate-limited searches do not write a line each', async () => {
  const slow = gatedSource('archive', async () => ({ posts: [], coverage: unknownCoverage }))
  const product = await open(
    { sources: () => [slow.source], searchCheckMs: 1 },
    { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' },
  )
  const first = Array.from({ length: 40 }, (_, at) => search(product.app, `invoicing ${at}`))
  await vi.waitUntil(() => slow.asked() > 1, { timeout: 20_000 })
  const replies = await Promise.all(Array.from({ length: 500 }, () => search(product.app, 'landlord')))
  expect(new Set(replies.map((reply) => reply.json().code))).toEqual(new Set(['overloaded']))
  slow.open()
  await Promise.all(first)
  expect(log).toEqual([])
  expect(afterAMinute()[0]).toMatchObject({
    code: 'overloaded',
    routes: { 'POST /api/search': expect.any(Number) },
  })
  expect(log.join('')).not.toContain('landlord')
  await product.close()
})

test('wrong passwords from a hundred networks write twenty lines and a count', async () => {
  const product = await open()
  const person = await signUp(product.app)
  log.length = 0
  for (let at = 1; at <= 100; at += 1) {
    const payload = { email: `${at}${person.email}`, password: 'wrong one here' }
    await product.app.inject({ method: 'POST', url: '/api/login', payload, remoteAddress: `203.0.113.${at}` })
  }
  expect(log.filter((line) => line.includes('sign_in_failed')).length).toBe(20)
  expect(afterAMinute()).toMatchObject([{ code: 'invalid_credentials', count: 100 }])
  expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ repeats: { sign_in_failed: 80 } })
  expect(bytesOf(log)).toBeLessThan(mostBytes)
  await product.close()
})

test('webhooks with a bad signature write one line a minute with a count', async () => {
  const provider = await startControlledStandIn({ nodeEnv: 'test' })
  const product = await open({}, billingEnvironment(provider))
  log.length = 0
  const headers = { 'stripe-signature': 't=1,v1=abc', 'content-type': 'application/json' }
  for (let at = 0; at < 300; at += 1)
    await product.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe/production',
      headers,
      payload: '{}',
    })
  expect(log.map((line) => JSON.parse(line).msg)).toEqual(['An event of the payment provider was refused'])
  expect(afterAMinute()).toMatchObject([
    { code: 'invalid_input', count: 300, routes: { 'POST /api/webhooks/stripe/:mode': 300 } },
  ])
  expect(bytesOf(log)).toBeLessThan(mostBytes)
  await product.close()
  await provider.close()
})

/** Waits until the product has noticed that the client disconnected. */
async function whenAllLeft({ app }: TestApp): Promise<void> {
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  await vi.waitUntil(async () => (await connections()) === 0, { timeout: 20_000 })
}

const encodings = ['zstd', 'br', 'gzip', 'identity']

test.each(encodings)('leaving a stream early (%s) is not a failure and is not logged', async (encoding) => {
  const posts = [{ post: makePost({ ...strongNeed('invoicing'), source: 'live' }) }]
  const slow = gatedSource('live', async () => ({ posts, coverage: unknownCoverage }))
  const product = await open(
    { sources: (archive: never) => [archive, slow.source] },
    { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' },
  )
  await product.storePosts([makePost({ selftext: 'Some invoicing.', sourceId: 'old1' })])
  const headers = { 'accept-encoding': encoding }
  log.length = 0
  for (let at = 0; at < 5; at += 1) {
    const stream = await openStream(product.app, `invoicing ${at}`, headers)
    await stream.next()
    stream.leave()
  }
  const port = (product.app.server.address() as AddressInfo).port
  const body = JSON.stringify({ keyword: 'invoicing' })
  const head = `POST /api/search-stream HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAccept-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`
  // Disconnects before the body is complete, and before any reply.
  for (const sent of [head, head + body, head + body]) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    await new Promise((written) => socket.write(sent, written))
    socket.destroy()
  }
  await whenAllLeft(product)
  slow.open()
  const { sessionId } = await searchOnce(product.app, 'invoicing')
  const download = addressOf(downloadEndpoint, () => sessionId)
  const csv = await fetch(`http://127.0.0.1:${port}${download}`, { headers })
  await csv.body?.cancel()
  await product.close()
  expect(log).toEqual([])
})
