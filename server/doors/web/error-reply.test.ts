import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import fastify, { type LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { drizzle } from '#server/database/drizzle.ts'
import { openPool } from '#server/database/open-pool.ts'
import { addErrorReplies } from './error-reply.ts'

async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

/** The reply to a request that uses the database at this port. */
async function askDatabase(port: number): Promise<LightMyRequestResponse> {
  const connectionString = `postgres://ann:hunter2@127.0.0.1:${port}/unmet`
  const pool = openPool({ connectionString }, { connections: 1, waitMs: 100, queryMs: 0 })
  const app = fastify()
  addErrorReplies(app)
  app.get('/', () => drizzle(pool).execute('select 1'))
  const reply = await app.inject('/')
  await Promise.all([app.close(), pool.end()])
  return reply
}

function expectOverloaded(reply: LightMyRequestResponse): void {
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('5')
  expect(reply.json()).toEqual({
    code: 'overloaded',
    message: 'The database is busy or unavailable; try again in a few seconds',
    userMessage: 'We cannot reach our data at the moment. Please try again in a few seconds.',
  })
}

test('a database that does not answer makes a request to come again, without its address', async () => {
  const { server, port } = await listen()
  expectOverloaded(await askDatabase(port))
  server.close()
})

test('a database that refuses the connection makes a request to come again, without its address', async () => {
  const { server, port } = await listen()
  await new Promise((closed) => server.close(closed))
  expectOverloaded(await askDatabase(port))
})
