import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { type KeyScope, keyScopes } from '#contract/endpoint.ts'
import { post, type SignedUp, signUp } from './account-calls.ts'
import type { TestApp } from './test-app.ts'

type Wanted = { name?: string; scopes?: readonly KeyScope[]; expiresInDays?: number }

/** Creates a key as its owner does in the profile. */
export async function makeKeyOf(app: FastifyInstance, owner: SignedUp, wanted: Wanted = {}) {
  const { name: keyName = 'Script', scopes = keyScopes, ...more } = wanted
  const reply = await post(app, '/api/keys', { keyName, scopes, ...more }, owner)
  expect(reply.statusCode, reply.body).toBe(200)
  const { key, secret }: { key: { id: string }; secret: string } = reply.json()
  return { id: key.id, secret }
}

export async function signUpPro(product: TestApp): Promise<SignedUp> {
  const owner = await signUp(product.app)
  await product.database.pool.query(`update users set subscription_tier = 'pro' where id = $1`, [
    owner.user.id,
  ])
  return owner
}

type Sent = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  payload?: object
  key: string | null
  address?: string
}

/** Calls `/api/v1` as a program does. */
export function callByKey(app: FastifyInstance, path: string, { key, payload, address, ...sent }: Sent) {
  return app.inject({
    method: sent.method ?? (payload === undefined ? 'GET' : 'POST'),
    url: `/api/v1${path}`,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    remoteAddress: address ?? '127.0.0.1',
    ...(payload === undefined ? {} : { payload }),
  })
}
