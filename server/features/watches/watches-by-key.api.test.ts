import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedUp } from '#tests/harness/account-calls.ts'
import { callByKey, makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { need } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
beforeAll(async () => {
  product = await openTestApp({}, { API_KEYS: 'everybody' })
  await product.storePosts([makePost({ ...need('quillfeathers'), sourceId: 'p1' })])
})
afterAll(() => product.close())

async function holderOf(tier: 'free' | 'pro') {
  const owner = await signUpPro(product)
  const { secret: key } = await makeKeyOf(product.app, owner)
  const { pool } = product.database
  await pool.query(
    `update users set subscription_tier = $2, email_verified_at = now(), searches_this_month = 0 where id = $1`,
    [owner.user.id, tier],
  )
  return { owner, key }
}

const watch = (key: string, payload: object, path = '') =>
  callByKey(product.app, `/watches${path}`, { key, payload })
const change = (key: string, id: string, payload: object) =>
  callByKey(product.app, `/watches/${id}`, { key, payload, method: 'PATCH' })

async function usedBy(key: string): Promise<number> {
  return (await callByKey(product.app, '/usage', { key })).json().searches.used
}

const onThePage = (owner: SignedUp, payload?: object, path = '') =>
  product.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api/watches${path}`,
    headers: { cookie: owner.cookie },
    ...(payload === undefined ? {} : { payload }),
  })

test('a watch by key has the limit and the cost of one on the page, and a preview says them', async () => {
  const { owner, key } = await holderOf('free')
  const asked = { query: 'quillfeathers', minScore: 10 }
  expect((await watch(key, asked, '/preview')).json()).toMatchObject({ costs: 1, previewsLeft: 4, days: 90 })
  const page = await onThePage(owner, { watchQuery: 'quillfeathers' }, '/preview')
  expect(page.json()).toMatchObject({ costsSearch: true, previewsLeft: 3 })
  const created = await watch(key, { ...asked, name: 'Feathers' })
  expect(created.json()).toMatchObject({ ...asked, name: 'Feathers', state: 'on', posts: 0 })
  expect(await usedBy(key)).toBe(1)
  expect((await onThePage(owner)).json().watches).toMatchObject([{ name: 'Feathers', leastScore: 10 }])
  const second = await watch(key, { query: 'quillfeathers price' })
  expect([second.statusCode, second.json().code]).toEqual([409, 'watch_limit'])
  expect(await usedBy(key)).toBe(1)
})

test('a watch by key is changed, paused, deleted and restored, each part alone', async () => {
  const { key } = await holderOf('pro')
  const { id } = (await watch(key, { query: 'quillfeathers' })).json()
  expect((await change(key, id, { minScore: 60 })).json()).toMatchObject({
    query: 'quillfeathers',
    minScore: 60,
    state: 'on',
  })
  expect((await change(key, id, { paused: true })).json()).toMatchObject({ minScore: 60, state: 'paused' })
  expect((await change(key, id, { name: 'Pens', paused: false })).json()).toMatchObject({
    name: 'Pens',
    state: 'on',
  })
  const remove = () => callByKey(product.app, `/watches/${id}`, { key, method: 'DELETE' })
  expect((await remove()).json()).toMatchObject({ watches: [], most: 20 })
  expect((await remove()).statusCode).toBe(404)
  expect((await change(key, id, { restore: true })).json()).toMatchObject({ id, name: 'Pens', minScore: 60 })
})

test.each([
  [{ query: '-pens' }, 'A watch needs at least one word'],
  [{ query: 'pens', minScore: 101 }, 'A minimum score is at most 100'],
  [{ query: 'pens', name: ' ' }, 'Enter a name'],
  [{ query: 'pens', leastScore: 1 }, 'leastScore'],
])('the watch %j is refused with what is wrong', async (asked, message) => {
  const { key } = await holderOf('pro')
  const refused = await watch(key, asked)
  expect(refused.statusCode).toBe(400)
  expect(refused.json().userMessage ?? refused.json().message).toContain(message)
})
