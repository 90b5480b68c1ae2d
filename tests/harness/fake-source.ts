import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach } from 'vitest'

export type FakeRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export type FakeReply = {
  status?: number
  headers?: Record<string, string>
  /** Bytes are sent unchanged, any other object as JSON. */
  body?: string | Uint8Array | object
  /**
   * `hangs` never responds, and `drops` closes the connection. The others announce a longer body than they
   * send: `breaks off` then closes the connection, and `falls silent` waits.
   */
  instead?: 'hangs' | 'drops' | 'breaks off' | 'falls silent'
}

export type FakeSource = { url: string; requests: FakeRequest[] }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function send(response: ServerResponse, { status = 200, headers = {}, body = '', instead }: FakeReply) {
  if (instead === 'hangs') return
  if (instead === 'drops') {
    response.destroy()
    return
  }
  const content = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const plain = { 'content-type': 'application/json; charset=UTF-8', ...headers }
  if (instead === 'breaks off' || instead === 'falls silent') {
    response.writeHead(status, { ...plain, 'content-length': `${Buffer.byteLength(content) + 100}` })
    response.write(content, () => {
      if (instead === 'breaks off') response.destroy()
    })
    return
  }
  response.writeHead(status, plain).end(content)
}

/** A loopback source with responses from the test; closed when the test ends. */
export async function startFakeSource(
  answer: (request: FakeRequest, call: number) => FakeReply | Promise<FakeReply>,
): Promise<FakeSource> {
  const requests: FakeRequest[] = []
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake-source')
    const body = await text(request)
    const { method = 'GET', headers } = request
    const read = { method, path: url.pathname, query: url.searchParams, headers, body }
    requests.push(read)
    send(response, await answer(read, requests.length))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}
