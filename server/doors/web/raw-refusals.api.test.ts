import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorReply } from '#contract/error.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
let port: number
beforeAll(async () => {
  product = await openTestApp({ requestTimeoutMs: 300 })
  await product.app.listen({ host: '127.0.0.1', port: 0 })
  port = (product.app.server.address() as AddressInfo).port
})
afterAll(() => product.close())

/** Sends exactly these bytes, and returns the response when the server has closed the connection. */
async function send(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}

const post = 'POST /api/search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
const refused: [what: string, bytes: string, status: number, code: string][] = [
  ['a line that is not HTTP', 'nonsense\r\n\r\n', 400, 'invalid_input'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n', 400, 'invalid_input'],
  [
    'headers of 40 kB',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_input'],
  ['no Host at an address that is none', 'GET /%zz HTTP/1.1\r\nConnection: close\r\n\r\n', 404, 'not_found'],
  ['a body that stops after one byte', `${post}Content-Length: 100\r\n\r\n{`, 408, 'request_timeout'],
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: a\r\n', 408, 'request_timeout'],
  [
    'an expectation nobody knows',
    'GET / HTTP/1.1\r\nHost: a\r\nExpect: foo\r\n\r\n',
    417,
    'expectation_failed',
  ],
]

test.each(refused)(
  '%s is answered like every other error, with the security headers',
  async (_what, bytes, status, code) => {
    const reply = await send(bytes)
    expect(reply.status).toBe(status)
    expect(errorReply.parse(JSON.parse(reply.body))).toMatchObject({ code })
    expect(reply.head).toContain('content-type: application/json; charset=utf-8')
    expect(reply.head).toContain("content-security-policy: default-src 'none'")
    expect(reply.head).toContain('x-content-type-options: nosniff')
    expect(reply.head).toContain('cache-control: no-store')
  },
)

test('garbage right after a whole request gets one answer, not two in one another', async () => {
  const reply = await send('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n')
  expect(reply.status).toBe(400)
  expect(errorReply.parse(JSON.parse(reply.body))).toMatchObject({ code: 'invalid_input' })
})

test('the product itself gives a request ten seconds to arrive', async () => {
  const other = await openTestApp()
  expect(other.app.server.requestTimeout).toBe(10_000)
  expect(other.app.server.headersTimeout).toBe(10_000)
  await other.close()
})
