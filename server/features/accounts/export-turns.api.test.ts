import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
let base: string
beforeAll(async () => {
  product = await openTestApp()
  base = await product.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => product.close())

/** More than the buffers between the product and a reader hold. */
const manyRows = 20_000

async function addMaterial({ user }: SignedUp, rows: number): Promise<void> {
  const { pool } = product.database
  const { rows: made } = await pool.query(
    `insert into own_collections (user_id, name, state, rows, created_at)
    values ($1, 'Made', 'ready', $2, now()) returning id`,
    [user.id, rows],
  )
  await pool.query(
    `insert into own_material
      (collection_id, title, selftext, community, created_at, opportunity_score, scorer_version, summary, words, words_version)
    select $1, 'Row ' || at, repeat('made text ', 100), '', now(), 0, '', '{}', '', 1 from generate_series(1, $2::int) as at`,
    [made[0].id, rows],
  )
}

async function ask({ cookie }: SignedUp): Promise<IncomingMessage> {
  const [reply] = await once(get(`${base}/api/account/export`, { headers: { cookie } }), 'response')
  return reply
}

async function statusOf(person: SignedUp): Promise<number | undefined> {
  const reply = await ask(person)
  reply.destroy()
  return reply.statusCode
}

async function readWhole(reply: IncomingMessage) {
  const pieces: Buffer[] = []
  for await (const piece of reply) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString())
}

test('an account is exported once at a time and twice a minute, and a slow reader holds up nobody', async () => {
  const [ann, bob] = [await signUp(product.app), await signUp(product.app)]
  await addMaterial(ann, manyRows)
  await addMaterial(bob, 3)

  const unread = await ask(ann)
  expect(unread.statusCode).toBe(200)
  const meanwhile = await ask(ann)
  expect([meanwhile.statusCode, meanwhile.headers['retry-after']]).toEqual([429, '60'])
  expect((await readWhole(meanwhile)).userMessage).toMatch(/^Your data is already being downloaded/u)
  expect((await readWhole(await ask(bob))).ownMaterial).toHaveLength(3)

  unread.destroy()
  // The end of the connection reaches the product some time later.
  await expect.poll(() => statusOf(ann), { timeout: 10_000 }).toBe(200)
})

test('an export has every row, and the third in a minute is refused', async () => {
  const eve = await signUp(product.app)
  await addMaterial(eve, 1000)
  for (let time = 0; time < 2; time += 1) {
    const { ownMaterial, searches } = await readWhole(await ask(eve))
    expect(ownMaterial.map(({ title }: { title: string }) => title)).toEqual(
      Array.from({ length: 1000 }, (_, at) => `Row ${at + 1}`),
    )
    expect(searches).toEqual([])
  }
  const third = await ask(eve)
  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '60'])
  third.resume()
})
