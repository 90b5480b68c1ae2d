import { afterEach, expect, test } from 'vitest'
import { adminScanEndpoint } from '#contract/admin-scan.ts'
import { readAuditLog, setUpOperator } from '#tests/harness/admin-calls.ts'
import { madeFeed } from '#tests/harness/made-feed.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
afterEach(() => product.close())

async function openAdmin(...given: Parameters<typeof openTestApp>) {
  product = await openTestApp(...given)
  const cookie = await setUpOperator(product.app)
  const url = '/api/admin/scan'
  return {
    read: async () =>
      adminScanEndpoint.output.parse((await product.app.inject({ url, headers: { cookie } })).json()),
    start: () => product.app.inject({ method: 'POST', url, payload: {}, headers: { cookie } }),
    actions: async () => (await readAuditLog(product.app, cookie)).map(({ action }) => action),
  }
}

test('where nothing is set up the operator reads what to set, and a scan is refused with it', async () => {
  const admin = await openAdmin()
  const missing = 'There is no source that could be read: add one at /admin, under Sources.'
  expect(await admin.read()).toEqual({
    missing,
    nextScanAt: null,
    timeZone: 'UTC',
    today: { postsRead: 0, postsNew: 0 },
    last30Days: { postsRead: 0, postsNew: 0 },
    runs: [],
    targets: [],
    deletion: [],
    held: [],
    purged30Days: 0,
  })
  const refused = await admin.start()
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { code: 'nothing_to_scan', message: missing, userMessage: missing },
  ])
  expect(await admin.actions()).not.toContain('scan_started')
})

test('the operator starts a scan, once while it is under way, and sees its targets wait', async () => {
  const clock = () => new Date('2026-03-04T12:00:00Z')
  const admin = await openAdmin(
    {
      clock,
      feeds: [madeFeed({ postsPerTarget: 5 })],
      checks: [{ source: 'reddit', idsPerCall: 100, findGone: async () => [] }],
    },
    { SCAN_COMMUNITIES: 'smallbusiness', SCAN_KEYWORDS: 'churn rate', SCAN_AT: '13' },
  )
  const started = await admin.start()
  expect(started.statusCode).toBe(200)
  expect((await admin.actions())[0]).toBe('scan_started')
  expect((await admin.start()).json()).toEqual(started.json())
  const waiting = { source: 'reddit', state: 'waiting', postsRead: 0, lastSuccessAt: null }
  expect(await admin.read()).toMatchObject({
    missing: null,
    nextScanAt: '2026-03-04T13:00:00.000Z',
    runs: [
      { id: started.json().runId, startedBy: 'operator', endedAt: null, targets: 2, done: 0, failed: 0 },
    ],
    targets: [
      { ...waiting, kind: 'community', value: 'smallbusiness' },
      { ...waiting, kind: 'keyword', value: 'churn rate' },
    ],
    deletion: [{ source: 'reddit', posts: 0, overdue: 0, doubted: 0, oldestCheckAt: null }],
  })
})
