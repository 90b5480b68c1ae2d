import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScanKeyword } from '#contract/admin-scan.ts'
import { limits } from '#contract/limits.ts'
import { wireScan } from '#server/wiring/wire-scan.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { signUp } from '#tests/harness/account-calls.ts'
import { adminGet, adminPost, setUpOperator } from '#tests/harness/admin-calls.ts'
import { loadTestConfig } from '#tests/harness/load-test-config.ts'
import { madeFeed } from '#tests/harness/made-feed.ts'
import { stillLive } from '#tests/harness/still-live.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
let cookie: string
beforeAll(async () => {
  const feed = { ...madeFeed({ postsPerTarget: 5 }), reads: (kind: string) => kind === 'keyword' }
  product = await openTestApp({ feeds: [feed] }, { SCAN_KEYWORDS: 'churn rate, Ledger' })
  cookie = await setUpOperator(product.app)
})
afterAll(() => product.close())

const list = async (): Promise<ScanKeyword[]> =>
  (await adminGet(product.app, 'scan-keywords', cookie)).json().keywords
const add = (listTitle: string, text: string) =>
  adminPost(product.app, 'scan-keywords', { listTitle, text }, cookie)
const change = (ids: string[], wish: string) =>
  product.app.inject({
    method: 'PUT',
    url: '/api/admin/scan-keywords',
    headers: { cookie },
    payload: { ids, change: wish },
  })
const idsOf = async (...names: string[]) =>
  (await list()).filter(({ keyword }) => names.includes(keyword)).map(({ id }) => id)
/** The current targets of a scan. */
const scanned = async (): Promise<string[]> =>
  (await adminGet(product.app, 'scan', cookie)).json().targets.map(({ value }: { value: string }) => value)

test('what the environment names is scanned, and is in the list without a name', async () => {
  expect((await list()).map(({ keyword, list, enabled }) => [keyword, list, enabled])).toEqual([
    ['churn rate', null, true],
    ['Ledger', null, true],
  ])
  expect(await scanned()).toEqual(['Ledger', 'churn rate'])
})

test('the keywords of an export become the scan’s under the name of their list, each once whatever its case', async () => {
  const text = JSON.stringify({ keywords: ['refund tool', 'LEDGER', 'Refund tool', 'chargeback'] })
  const reply = await add('GummySearch', text)
  expect(reply.json()).toEqual({ added: 2, known: 1, leftOut: [] })
  expect((await list()).map(({ keyword, list }) => [keyword, list])).toEqual([
    ['churn rate', null],
    ['Ledger', null],
    ['chargeback', 'GummySearch'],
    ['refund tool', 'GummySearch'],
  ])
  expect((await scanned()).sort()).toEqual(['Ledger', 'chargeback', 'churn rate', 'refund tool'])
})

test('a keyword that is off or removed is read no more, not even by a run that is under way', async () => {
  await adminPost(product.app, 'scan', {}, cookie)
  const { pool } = product.database
  const waiting = async () => {
    const { rows } = await pool.query(`select value from scan_targets where state = 'waiting' order by value`)
    return rows.map(({ value }) => value)
  }
  expect(await waiting()).toEqual(['Ledger', 'chargeback', 'churn rate', 'refund tool'])
  expect((await change(await idsOf('chargeback'), 'off')).json()).toEqual({ changed: 1 })
  expect((await change(await idsOf('churn rate'), 'remove')).json()).toEqual({ changed: 1 })
  expect(await waiting()).toEqual(['Ledger', 'refund tool'])
  expect((await scanned()).sort()).toEqual(['Ledger', 'refund tool'])
  expect((await change(await idsOf('chargeback'), 'on')).json()).toEqual({ changed: 1 })
  expect((await scanned()).sort()).toEqual(['Ledger', 'chargeback', 'refund tool'])
})

test('a removed keyword stays away when the environment names it again, and comes back with a list', async () => {
  const again = wireScan({
    config: loadTestConfig({ SCAN_KEYWORDS: 'churn rate' }),
    database: product.database,
    logger: pino({ level: 'silent' }),
    clock: () => new Date(),
    workers,
    live: stillLive([]),
  })
  expect((await again.scanning.listTargets()).map(({ value }) => value)).not.toContain('churn rate')
  expect((await add('Lines', 'churn rate')).json()).toMatchObject({ added: 1, known: 0 })
  expect(await scanned()).toContain('churn rate')
})

test('what holds no keyword, or more than there is room for, is refused whole with what to do', async () => {
  const before = await list()
  const none = await add('Empty', JSON.stringify({ audiences: [{ name: 'Makers', subreddits: ['SaaS'] }] }))
  expect([none.statusCode, none.json().code]).toEqual([422, 'source_unreadable'])
  expect(none.json().userMessage).toContain('No keyword was found in it. Communities were left out (SaaS)')
  const lines = Array.from({ length: limits.scanKeywords }, (_, at) => `keyword number${at}`).join('\n')
  const full = await add('Too long', lines)
  expect([full.statusCode, full.json().code]).toEqual([409, 'source_conflict'])
  expect(full.json().userMessage).toContain('At most 200 are allowed in total, including those that are off.')
  expect(await list()).toEqual(before)
  const gone = await change(['00000000-0000-4000-8000-000000000000'], 'off')
  expect([gone.statusCode, gone.json().userMessage]).toEqual([404, 'These keywords do not exist any more.'])
})

test('that a keyword was limited to communities is said where it is looked for everywhere', async () => {
  const { added, leftOut } = (
    await add('Syften', 'dunning in:saas\nproration site:reddit.com/r/stripe')
  ).json()
  expect([added, leftOut]).toEqual([
    2,
    ['Communities were left out (saas, stripe): the scan searches for its keywords everywhere.'],
  ])
  expect(await scanned()).toEqual(expect.arrayContaining(['dunning', 'proration']))
})

test('only the operator decides it, and the audit log says so', async () => {
  const person = await signUp(product.app)
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/admin/scan-keywords',
    headers: { cookie: person.cookie },
    payload: { listTitle: 'Mine', text: 'anything' },
  })
  expect(reply.statusCode).toBe(401)
  const { rows } = await product.database.pool.query(
    `select details from audit_log where action = 'scan_keywords_changed' order by id`,
  )
  expect(rows.map(({ details }) => details)).toEqual([
    'GummySearch: 2 keywords added',
    'chargeback: off',
    'churn rate: removed',
    'chargeback: on',
    'Lines: 1 keyword added',
    'Syften: 2 keywords added',
  ])
})
