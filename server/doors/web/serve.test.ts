import { zstdDecompressSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AppError } from '#server/errors.ts'
import { visitorCookie } from './caller.ts'
import { addErrorReplies } from './error-reply.ts'
import { serve } from './serve.ts'

const endpoint = defineEndpoint('GET /things/:id', 'anyone', {
  params: z.object({ id: z.string().check(z.maxLength(5)) }),
  output: z.object({
    name: z.string(),
    votes: z.nullable(z.int()),
    note: z.optional(z.string()),
    parts: z.array(z.object({ size: z.number(), kind: z.enum(['big', 'small']) })),
  }),
  errors: ['not_found'],
})

async function answer(thing: unknown, { id = 'a', accepts = 'identity' } = {}) {
  const app = fastify()
  addErrorReplies(app)
  app.decorate('visitorCookie', visitorCookie('http://localhost:3000'))
  await app.register(cookie, { secret: 'x'.repeat(32) })
  serve(app, endpoint, async () => {
    if (thing instanceof Error) throw thing
    return thing as z.infer<typeof endpoint.output>
  })
  return app.inject({ url: `/things/${id}`, headers: { 'accept-encoding': accepts } })
}

test('a reply holds what the contract names and nothing else, however deep', async () => {
  const parts = [{ size: 1.5, kind: 'big', secret: 1 }]
  const reply = await answer({ name: 'n', votes: null, parts, password: 'hunter2' })
  expect(reply.json()).toEqual({ name: 'n', votes: null, parts: [{ size: 1.5, kind: 'big' }] })
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.headers['cache-control']).toBe('no-store')
})

test.each([0, 1, 40_000])('a compressed reply with %i parts is the same as a plain one', async (count) => {
  const parts = Array.from({ length: count }, (_, size) => ({ size, kind: 'small' }))
  for (const name of ['n', 'Zoë “says” 日本 🙂\n'.repeat(9_000)]) {
    const thing = { name, votes: 7, parts }
    const plain = await answer(thing)
    expect(plain.json()).toEqual(thing)
    const packed = await answer(thing, { accepts: 'zstd' })
    const bytes = packed.headers['content-encoding'] === 'zstd' ? zstdDecompressSync(packed.rawPayload) : null
    expect((bytes ?? packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(bytes === null).toBe(plain.rawPayload.length < 1024 || plain.rawPayload.length > 1_000_000)
  }
})

test('a reply that lacks what the contract promises is our failure, reported without details', async () => {
  const reply = await answer({ votes: 1, parts: [] })
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({ message: 'Something went wrong on our side', code: 'internal' })
})

test('a failure nobody expected says nothing of itself', async () => {
  const reply = await answer(new Error('select * from secrets'))
  expect(reply.json()).toEqual({ message: 'Something went wrong on our side', code: 'internal' })
})

test('a failure we expect has its status, code, words and waiting time', async () => {
  const details = { userMessage: 'Come back tomorrow', retryAfterSeconds: 60 }
  const reply = await answer(new AppError('visitor_daily_limit', 'Used up', details))
  expect(reply.statusCode).toBe(429)
  expect(reply.headers['retry-after']).toBe('60')
  expect(reply.json()).toEqual({
    message: 'Used up',
    code: 'visitor_daily_limit',
    userMessage: 'Come back tomorrow',
  })
})

test('a parameter out of its bounds is named, with no words that were not written for people', async () => {
  const reply = await answer({}, { id: 'toolong' })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ code: 'invalid_input', message: expect.stringMatching(/^id: /) })
})
