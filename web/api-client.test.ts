import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import {
  ApiError,
  callEndpoint,
  readRetryAfter,
  UnexpectedReplyError,
  UnreachableError,
} from './api-client.ts'

const replies: Record<string, [number, string]> = {
  '/fine/a%2Fb': [200, '{"name":"a/b","secret":1}'],
  '/fine/limit': [
    429,
    '{"message":"No more","code":"visitor_daily_limit","userMessage":"Come back tomorrow"}',
  ],
  '/fine/proxy': [502, '<h1>Bad gateway</h1>'],
  '/fine/empty': [503, ''],
  '/fine/drift': [200, '{"title":"x"}'],
  '/fine/html': [200, '<html></html>'],
}

let server: Server
let origin = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/fine/silent') return
    if (request.url === '/fine/half') return void response.writeHead(200).write('{"name":')
    const [status, body] = replies[request.url ?? ''] ?? [404, '']
    response.writeHead(status).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => new Promise((closed) => server.close(closed)))

function call(name: string, { address = origin, limitMs }: { address?: string; limitMs?: number } = {}) {
  const endpoint = defineEndpoint('GET /fine/:name', 'anyone', { output: z.object({ name: z.string() }) })
  return callEndpoint({ ...endpoint, path: `${address}${endpoint.path}` }, { params: { name } }, limitMs)
}

describe('callEndpoint', () => {
  test('a response is reduced to the fields of the contract', async () => {
    expect(await call('a/b')).toEqual({ name: 'a/b' })
  })

  test('an error has the status and body in its message, and separate fields for the code and the user message', async () => {
    const error = await call('limit').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      message: `429: ${replies['/fine/limit']?.[1]}`,
      status: 429,
      code: 'visitor_daily_limit',
      userMessage: 'Come back tomorrow',
    })
  })

  test('an error with a body in another format has no code, and an error with an empty body has the status text', async () => {
    await expect(call('proxy')).rejects.toMatchObject({
      message: '502: <h1>Bad gateway</h1>',
      code: undefined,
    })
    await expect(call('empty')).rejects.toMatchObject({ message: '503: Service Unavailable' })
  })

  test('a response that the contract does not allow is refused', async () => {
    await expect(call('drift')).rejects.toBeInstanceOf(UnexpectedReplyError)
    await expect(call('html')).rejects.toBeInstanceOf(UnexpectedReplyError)
  })

  test('a missing response is distinguished from an invalid one', async () => {
    await expect(call('a', { address: 'http://127.0.0.1:1' })).rejects.toBeInstanceOf(UnreachableError)
  })

  test.each(['silent', 'half'])(
    'a request to a server that stays %s ends at the time limit',
    async (name) => {
      await expect(call(name, { limitMs: 300 })).rejects.toBeInstanceOf(UnreachableError)
    },
  )
})

test.each([
  [null, 0],
  ['5', 5_000],
  ['0', 0],
  ['Sat, 28 Nov 2026 12:00:30 GMT', 30_000],
  ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
  ['99999999999', 600_000],
  ['soon', 0],
])('a response with the Retry-After header %j sets a delay of %d ms', (header, waitMs) => {
  expect(readRetryAfter(header, Date.parse('2026-11-28T12:00:00Z'))).toBe(waitMs)
})
