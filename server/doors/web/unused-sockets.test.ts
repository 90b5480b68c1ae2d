import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import { closeUnusedSockets } from './unused-sockets.ts'

async function openSocket({ server }: FastifyInstance): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const arrived = once(server, 'connection')
  await Promise.all([once(socket, 'connect'), arrived])
  return socket
}

/** The request timeout is longer than the test, so that it closes no connection. */
function makeApp(): FastifyInstance {
  const app = fastify({ http: { headersTimeout: 600_000, requestTimeout: 600_000 } })
  closeUnusedSockets(app)
  return app
}

test('a connection that has asked nothing ends with the product', async () => {
  const app = makeApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = await openSocket(app)
  const ended = once(socket, 'close')
  await app.close()
  await ended
  expect(socket.destroyed).toBe(true)
})

test('a connection that comes while the product closes is not waited for', async () => {
  const app = makeApp()
  let late: Socket | undefined
  app.addHook('preClose', async () => {
    late = await openSocket(app)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  await app.close()
  expect(late).toBeDefined()
})

test('a connection whose answer was under way is closed after the answer', async () => {
  const app = makeApp()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  app.get('/', () => {
    asked.resolve()
    return answer.promise
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = await openSocket(app)
  const received = text(socket)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await asked.promise
  const closed = app.close()
  // After this, idle connections are not closed automatically any more.
  await vi.waitUntil(() => !app.server.listening, { timeout: 30_000, interval: 5 })
  answer.resolve('here')
  await closed
  expect(await received).toMatch(/here$/u)
})
