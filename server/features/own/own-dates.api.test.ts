import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
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

const rowsOf = async (): Promise<SearchResult[]> =>
  (await callOwn(product, ann, ['POST', 'search', {}])).json().results

/** The titles of rows with their dates. */
const daysOf = async () =>
  Object.fromEntries((await rowsOf()).map(({ title, createdAt }) => [title, createdAt.slice(0, 10)]))

const by = (what: string) => `I copy ${what} by hand every month and it takes hours`

describe('dates of a table', () => {
  test('are read in one order that all rows decide, and what cannot be read is counted and named', async () => {
    const rows = [
      `A,${by('totals')},01-06-23 12:15`,
      `B,${by('receipts')},22-06-23`,
      `C,${by('calendars')},"13.04.2024"`,
      `D,${by('seats')},04/13/2024`,
      `E,${by('chairs')},soon`,
      `F,${by('tables')},`,
      `G,${by('spoons')},"4 September 2023 3:04 PM"`,
    ]
    const collection = await bringMaterial(product, ann, {
      name: 'Tickets',
      text: `Subject,Description,Created at\n${rows.join('\n')}\n`,
    })
    expect(collection).toMatchObject({ state: 'ready', rows: 7, rejected: 0 })
    expect(collection.notes).toEqual([
      'Dates such as 22-06-23 are read day first; 1 of them cannot be, and is read otherwise.',
      '1 date cannot be read (at line 6): the row has none.',
    ])
    expect(await daysOf()).toEqual({
      A: '2023-06-01',
      B: '2023-06-22',
      C: '2024-04-13',
      D: '2024-04-13',
      E: '',
      F: '',
      G: '2023-09-04',
    })
  })

  test('that cannot be read leave rows that are found, read whole, briefed and exported without a date', async () => {
    const text = `Subject,Description,Created at\nOne,${by('totals')} in a spreadsheet,soon\nTwo,${by('totals')} in a spreadsheet,later\n`
    await bringMaterial(product, ann, { name: 'Tickets', text })
    const [row] = await rowsOf()
    const whole = await callOwn(product, ann, ['GET', `rows/${row?.id}`])
    expect([whole.statusCode, whole.json().createdAt]).toEqual([200, ''])
    const brief = await callOwn(product, ann, ['POST', 'brief', {}])
    expect(brief.statusCode, brief.body).toBe(200)
    const exported = await product.app.inject({ url: '/api/account/export', headers: { cookie: ann.cookie } })
    const days = exported.json().ownMaterial.map(({ createdAt }: { createdAt: string | null }) => createdAt)
    expect(days).toEqual([null, null])
  })

  test('without a column of them are those of the upload', async () => {
    await bringMaterial(product, ann, { name: 'Notes', text: `${by('totals')}.\n${by('receipts')}.` })
    const days = Object.values(await daysOf())
    expect(days).toEqual([new Date().toISOString().slice(0, 10), new Date().toISOString().slice(0, 10)])
  })
})

test('titles and groups that are too long are cut between characters, counted and named', async () => {
  const long = `${'o'.repeat(299)}😀 tail`
  const collection = await bringMaterial(product, ann, {
    name: 'Tickets',
    text: `Subject,Description,Product\n${long},${by('totals')},${'p'.repeat(119)}😀\n`,
  })
  expect(collection.notes).toEqual([
    '1 title was longer than 300 characters and cut (at line 2).',
    '1 community was longer than 120 characters and cut (at line 2).',
  ])
  expect((await rowsOf())[0]).toMatchObject({ title: 'o'.repeat(299), subreddit: 'p'.repeat(119) })
})

test('a row whose headline would be cut within an emoji is scored with all others, without half a character', async () => {
  const text = `review\nS${'o'.repeat(158)}😀 I copy it by hand every Friday\n${by('calendars')}\n`
  expect(await bringMaterial(product, ann, { name: 'Reviews', text })).toMatchObject({
    state: 'ready',
    rows: 2,
  })
  for (const row of await rowsOf()) expect(JSON.stringify(row)).not.toMatch(/\\ud[89a-f]|\uFFFD/iu)
})

test('a character that two parts of a file share is whole, and half of one that nothing follows is a sign of its own', async () => {
  const text = `review\n${by('totals')} \ud83d\ude00\n${by('calendars')} \ud83d`
  const at = text.indexOf('\ude00')
  for (const cuts of [[at], [at - 1, at, at + 1], [at, text.length - 1]]) {
    const parts = [0, ...cuts].map((from, part) => text.slice(from, cuts[part]))
    const id = await sendFile(product, ann, { name: `At ${cuts.join()}`, parts })
    const { mapping } = (await callOwn(product, ann, ['POST', `collections/${id}/preview`, {}])).json()
    await callOwn(product, ann, ['PUT', `collections/${id}/mapping`, { mapping }])
    await scoreWaiting(product)
    const found = (await callOwn(product, ann, ['POST', 'search', { collectionIds: [id] }])).json().results
    expect(found.map(({ title }: SearchResult) => title).toSorted()).toEqual([
      `${by('calendars')} \ufffd`,
      `${by('totals')} \ud83d\ude00`,
    ])
  }
})

test('a row that the database refuses is named by its line, and all others are kept', async () => {
  const { pool } = product.database
  await pool.query(`alter table own_material add constraint refused check (title <> 'Refused')`)
  try {
    const rows = Array.from(
      { length: 300 },
      (_, at) => `${at === 150 ? 'Refused' : `T${at}`},${by('totals')}`,
    )
    await pool.query(`update users set subscription_tier = 'pro' where id = $1`, [ann.user.id])
    const collection = await bringMaterial(product, ann, {
      name: 'Tickets',
      text: `Subject,Description\n${rows.join('\n')}\n`,
    })
    expect(collection).toMatchObject({ state: 'ready', rows: 299, rejected: 1, beyondLimit: 0 })
    expect(collection.rejects).toEqual([{ line: 152, reason: 'it cannot be stored' }])
  } finally {
    await pool.query('alter table own_material drop constraint refused')
  }
})
