import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { searchStreamEndpoint } from '#contract/search.ts'
import { UnreachableError } from '#web/api-client.ts'
import { startSearch } from './use-live-search.ts'

const reply = { results: [], sessionId: 's', count: 0, coverage: [], scorerVersion: '1' }

/** A loopback server that answers the page's requests; returns the requested paths. */
async function serve(answer: (path: string, response: ServerResponse) => void): Promise<string[]> {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    answer(url, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => send(`http://127.0.0.1:${port}${path}`, init))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    server.close()
  })
  return asked
}

test('a stream that ends without results is reported, and the search is not repeated', async () => {
  const asked = await serve((path, response) => {
    if (path === searchStreamEndpoint.path) response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(path === searchStreamEndpoint.path ? undefined : JSON.stringify(reply))
  })
  await expect(startSearch('kettles')).rejects.toThrow(UnreachableError)
  expect(asked).toEqual([searchStreamEndpoint.path])
})
