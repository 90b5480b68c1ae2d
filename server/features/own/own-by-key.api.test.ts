import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedUp } from '#tests/harness/account-calls.ts'
import { callByKey, makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { callOwn, scoreWaiting } from '#tests/harness/own-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
let owner: SignedUp
let key: string
beforeAll(async () => {
  product = await openTestApp()
})
afterAll(() => product.close())
beforeEach(async () => {
  owner = await signUpPro(product)
  key = (await makeKeyOf(product.app, owner)).secret
})

const own = (path: string, payload?: object) =>
  callByKey(product.app, `/own${path}`, { key, ...(payload === undefined ? {} : { payload }) })

const tickets = [
  'I run two shops and count stock by hand every night. I need software that tracks stock in both.',
  'We copy the stock of three shops into a spreadsheet each evening. Looking for a tool to track stock.',
  'We have two shops and count stock on paper. I am looking for software that tracks stock.',
]

test('a file that is uploaded by key is read by its columns, searched, briefed and deleted', async () => {
  const lines = ['said,shop,when', ...tickets.map((said, at) => `"${said}",Shop ${at},`)]
  const sent = { name: 'Tickets', text: lines.join('\n'), columns: { group: 'shop', date: null } }
  const uploaded = await own('/collections', sent)
  expect(uploaded.json()).toMatchObject({ name: 'Tickets', state: 'scoring', rows: 0 })
  await scoreWaiting(product)
  expect((await own('/collections')).json()).toMatchObject({
    collections: [{ state: 'ready', rows: 3, rejected: 0, failure: null }],
    rows: 3,
    mostRows: 100_000,
  })
  const { posts } = (await own('/search', { keyword: 'stock' })).json()
  const shops = posts.map(({ community }: { community: string }) => community)
  expect(shops.sort()).toEqual(['Shop 0', 'Shop 1', 'Shop 2'])
  const brief = (await own('/brief', { keyword: 'stock' })).json()
  expect(brief).toMatchObject({
    posts: { value: 3, relation: 'exact' },
    needs: [{ posts: 3, publicPosts: 0 }],
  })
  const [{ name: quoted, rowIds }] = brief.needs
  expect(rowIds).toHaveLength(3)
  const row = (await own(`/rows/${quoted.id}`)).json()
  expect(`${row.title} ${row.text}`).toContain(quoted.words)
  expect(row).toMatchObject({ id: quoted.id, collection: 'Tickets', score: expect.any(Number) })
  for (const { words, field, start, end } of row.reasons)
    if (words !== null) expect(row[field].slice(start, end)).toBe(words)
  const path = `/own/collections/${uploaded.json().id}`
  expect((await callByKey(product.app, path, { key, method: 'DELETE' })).json()).toMatchObject({ rows: 0 })
  expect((await own(`/rows/${quoted.id}`)).statusCode).toBe(404)
})

test.each([
  [{ text: '%PDF-1.7 rest' }, 'PDF'],
  [{ text: 'a,b\n1,2\n', columns: { text: ['c'] } }, 'has no column “c”'],
])('the file %j is refused with what is wrong, and nothing of it is left', async (sent, message) => {
  const refused = await own('/collections', { name: 'Wrong', ...sent })
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'own_unreadable'])
  expect(refused.json().userMessage).toContain(message)
  expect((await callOwn(product, owner, ['GET', 'collections'])).json().collections).toEqual([])
})
