import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { bringMaterial, callOwn, scoreWaiting, sendFile } from '#tests/harness/own-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
let ann: SignedUp
beforeAll(async () => {
  product = await openTestApp()
})
afterAll(() => product.close())
beforeEach(async () => {
  ann = await signUp(product.app)
})

const table = [
  'Subject,Description,Created at',
  'Exports,I copy <b>invoices</b> by hand each week,2026-02-03',
  'Sync,It froze again today,2026-02-04',
]
const upload = (name: string, rows: readonly string[], person = ann) =>
  bringMaterial(product, person, { name, text: rows.join('\n') })

test('rows that are stored already are named before a file is stored, counted afterwards, and kept', async () => {
  await upload('February', table)
  const id = await sendFile(product, ann, { name: 'Again', parts: [table.join('\n')] })
  const preview = await callOwn(product, ann, ['POST', `collections/${id}/preview`, {}])
  const { notes, mapping } = preview.json()
  expect(notes).toContain(
    '2 of the first 2 rows are already in “February”. If you store this file, they count twice.',
  )
  await callOwn(product, ann, ['PUT', `collections/${id}/mapping`, { mapping }])
  await scoreWaiting(product)
  const { collections } = (await callOwn(product, ann, ['GET', 'collections'])).json()
  expect(collections[0]).toMatchObject({
    name: 'Again',
    rows: 2,
    notes: ['2 rows are also in “February” and count twice. Delete the collection that you do not need.'],
  })
})

test('rows of another date, of another person, or twice in one file are not called stored already', async () => {
  await upload('Theirs', table, await signUp(product.app))
  await upload('February', table.slice(0, 2))
  const later = table.map((row) => row.replace('2026-02-03', '2026-03-03'))
  const march = await upload('March', [...later, ...later.slice(2)])
  expect([march.rows, march.notes]).toEqual([3, []])
})

test('rows without dates are equal by their text, and each is counted once', async () => {
  const lines = ['I copy invoices by hand each week.', 'It froze again.']
  await upload('Old', [...lines, ...lines])
  const all = await upload('All', [...lines, 'Nobody pays me in time.'])
  expect(all.rows).toBe(3)
  expect(all.notes).toEqual([
    '2 rows are also in “Old” and count twice. Delete the collection that you do not need.',
  ])
})

test('one row of a longer file is named', async () => {
  await upload('February', table.slice(0, 2))
  const all = await upload('All', table)
  expect([all.rows, all.notes]).toEqual([2, ['1 row is also in “February” and counts twice.']])
})
