import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { bringMaterial } from '#tests/harness/own-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
let ann: SignedUp
beforeAll(async () => {
  product = await openTestApp()
  ann = await signUp(product.app)
})
afterAll(() => product.close())

const fileOf = (titles: readonly string[]) =>
  JSON.stringify(titles.map((title, at) => ({ title, description: `I copy all ${at} totals by hand` })))

async function readTitles(titles: readonly string[]) {
  const { id } = await bringMaterial(product, ann, { name: 'Issues', text: fileOf(titles) })
  const { rows } = await product.database.pool.query<{ title: string }>(
    'select title from own_material where collection_id = $1 order by id',
    [id],
  )
  return rows.map(({ title }) => title)
}

test('titles of plain text keep their tags and entities', async () => {
  const titles = ['<br> shows up in List<String> & more', 'Why is AT&amp;T printed as-is?', 'Slow if x<3']
  expect(await readTitles(titles)).toEqual(titles)
})

test('titles in HTML are converted', async () => {
  const titles = ['<b>Orders</b> of AT&amp;T', 'I can&#39;t export', 'Prices &lt; costs']
  const converted = ['Orders of AT&T', "I can't export", 'Prices < costs']
  expect(await readTitles(titles)).toEqual(converted)
})
