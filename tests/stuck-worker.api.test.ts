import { afterEach, expect, test } from 'vitest'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { scoreCollection } from '#server/features/own/score-collection.ts'
import { wireOwn } from '#server/wiring/wire-own.ts'
import { openWorkers, type ProductWorkers } from '#server/wiring/wire-workers.ts'
import { type SignedUp, signUp } from './harness/account-calls.ts'
import { callOwn, partsOf, sendFile } from './harness/own-calls.ts'
import { openTestApp, type TestApp } from './harness/test-app.ts'

const entry = new URL('./harness/stuck-worker.ts', import.meta.url)
const stays = 'please stay'
const forEver = 600_000

let product: TestApp
let workers: ProductWorkers

/** The product with workers that block on some texts, and a short timeout. */
async function open(silentMs: number): Promise<void> {
  workers = openWorkers(0, { entry, silentMs: { asked: silentMs, background: silentMs } })
  product = await openTestApp({ workers })
}

afterEach(() => product.close())

async function sendTable(person: SignedUp, name: string, rows: readonly string[]): Promise<string> {
  const parts = partsOf(['text', ...rows].join('\n'))
  const id = await sendFile(product, person, { name, parts })
  const { mapping } = (await callOwn(product, person, ['POST', `collections/${id}/preview`, {}])).json()
  const mapped = await callOwn(product, person, ['PUT', `collections/${id}/mapping`, { mapping }])
  expect(mapped.statusCode, mapped.body).toBe(200)
  return id
}

function openOwn() {
  const { db } = product.database
  const archive = makeArchiveSearchStore(db)
  return wireOwn({ db, clock: () => new Date(), archive, jobs: { wake: () => {} }, workers })
}

const rows = [
  'We copy every invoice by hand into a spreadsheet.',
  'Is there a tool that reminds customers to pay?',
  'I would gladly pay for something simpler.',
]

test('while a worker is stuck, other requests are served; then it is terminated and reported', async () => {
  await open(3000)
  const [ann, bob] = [await signUp(product.app), await signUp(product.app)]
  const order: string[] = []
  const read = async ({ cookie }: SignedUp, text: string) => {
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/lists/read',
      headers: { cookie },
      payload: { text },
    })
    order.push(`${reply.statusCode} to ${text}`)
    return reply
  }
  const stuck = read(ann, stays)
  const behind = read(ann, 'r/saas')
  const alive = await product.app.inject('/livez')
  order.push(`alive ${alive.statusCode}`)
  await read(bob, 'r/startups')
  expect((await stuck).json()).toMatchObject({
    code: 'overloaded',
    userMessage: expect.stringMatching(/stopped/u),
  })
  await behind
  expect(order).toEqual(['alive 200', '200 to r/startups', `503 to ${stays}`, '200 to r/saas'])
})

test('a row that takes too long is skipped and listed by line, and the other rows are stored', async () => {
  await open(3000)
  const ann = await signUp(product.app)
  const id = await sendTable(ann, 'odd row', rows)
  await scoreCollection(openOwn(), id, new AbortController().signal)
  const { collections } = (await callOwn(product, ann, ['GET', 'collections'])).json()
  expect(collections[0]).toMatchObject({
    state: 'ready',
    rows: 2,
    rejected: 1,
    rejects: [{ line: 3, reason: 'it took too long to read' }],
  })
})

test('a file that cannot be read in time fails with that reason', async () => {
  await open(3000)
  const ann = await signUp(product.app)
  const id = await sendTable(ann, 'odd file', [...rows, stays])
  await scoreCollection(openOwn(), id, new AbortController().signal)
  const { collections } = (await callOwn(product, ann, ['GET', 'collections'])).json()
  expect(collections[0]).toMatchObject({ state: 'failed', failure: 'It took too long to read.', rows: 0 })
})

test("one account's file is processed while another's is stuck", async () => {
  await open(forEver)
  const [ann, bob] = [await signUp(product.app), await signUp(product.app)]
  const stuck = await sendTable(ann, 'stuck', [...rows, stays])
  const other = await sendTable(bob, 'other', rows)
  const stop = new AbortController()
  const order: string[] = []
  const own = openOwn()
  const stopped = scoreCollection(own, stuck, stop.signal).catch(() => order.push('stopped'))
  await scoreCollection(own, other, new AbortController().signal)
  order.push('other')
  stop.abort()
  await stopped
  expect(order).toEqual(['other', 'stopped'])
  const { collections } = (await callOwn(product, bob, ['GET', 'collections'])).json()
  expect(collections[0]).toMatchObject({ state: 'ready', rows: 3 })
})
