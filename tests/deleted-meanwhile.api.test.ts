import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#tests/harness/account-calls.ts'
import { makeKeyOf } from '#tests/harness/key-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { openHolder, waitForLocks } from '#tests/harness/wait-for-locks.ts'

let product: TestApp
beforeAll(async () => {
  product = await openTestApp({}, { API_KEYS: 'everybody' })
})
afterAll(() => product.close())

const upload = { name: 'Mine', text: 'Is there a tool for invoices?' }

test.each([
  ['POST', '/api/lists', { listName: 'mine', communities: ['saas'] }],
  ['POST', '/api/keys', { keyName: 'Mine', scopes: ['own'] }],
  ['POST', '/api/watches', { watchQuery: 'invoices' }],
  ['POST', '/api/own/collections', { collectionName: 'Mine' }],
  ['PATCH', '/api/digest', { timeZone: 'Europe/Berlin' }],
  ['POST', '/api/search', { keyword: 'invoices' }],
  ['POST', '/api/v1/search', { keyword: 'invoices' }],
  ['POST', '/api/v1/watches', { query: 'invoices' }],
  ['POST', '/api/v1/own/collections', upload],
] as const)(
  '%s %s of an account that is deleted meanwhile is refused as signed out',
  async (method, url, payload) => {
    const { app, database } = product
    const person = await signUp(app)
    const { secret } = await makeKeyOf(app, person)
    const headers = url.startsWith('/api/v1')
      ? { authorization: `Bearer ${secret}` }
      : { cookie: person.cookie }
    const deletion = await openHolder(database.pool)
    await deletion.query('delete from users where id = $1', [person.user.id])
    const writing = app.inject({ method, url, payload, headers }).then((reply) => reply)
    await waitForLocks(database.pool, 1)
    await deletion.commit()
    const reply = await writing
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated'])
  },
)
