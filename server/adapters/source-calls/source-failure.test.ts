import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { callFailure } from './source-failure.ts'

test('a call to where nothing answers says so, by either way to call', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const address = `http://127.0.0.1:${port}/`
  const [error] = await once(get(address), 'error')
  for (const failed of [error, await fetch(address).catch((problem: unknown) => problem)])
    expect(callFailure(failed).message).toBe('could not be reached: nothing answers there')
})

test('what has no code, or none that we know, could not be reached', () => {
  const unknown = new TypeError('fetch failed', { cause: { code: 'UND_ERR' } })
  for (const error of ['odd', undefined, new Error('odd'), unknown])
    expect(callFailure(error).message).toBe('could not be reached')
})
