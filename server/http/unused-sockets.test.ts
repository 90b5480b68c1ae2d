import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeUnusedSockets } from './unused-sockets.ts'

test('a connection that has asked nothing ends with the product', async () => {
  // Longer than the test may take: nothing else ends the connection.
  const app = fastify({ http: { headersTimeout: 600_000, requestTimeout: 600_000 } })
  closeUnusedSockets(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  const arrived = once(app.server, 'connection')
  await Promise.all([once(socket, 'connect'), arrived])
  const ended = once(socket, 'close')
  await app.close()
  await ended
  expect(socket.destroyed).toBe(true)
})
