import { afterEach, describe, expect, test } from 'vitest'
import type {
  AdminHealth,
  AdminSearchSession,
  AdminStats,
  AuditEntry,
  ChartDay,
} from '#contract/admin-overview.ts'
import { productVersion } from '#server/operations/product-version.ts'
import { SourceError } from '#server/source-ports.ts'
import { signUp } from '#tests/harness/account-calls.ts'
import { adminGet, adminRead, readAuditLog, setUpOperator } from '#tests/harness/admin-calls.ts'
import { search } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { makeActivityStore } from './activity-store.ts'

/**
 * Wednesday morning in Berlin, where it is the first of the month. In UTC it is still the last of the
 * previous month.
 */
const now = new Date('2026-06-30T22:30:00Z')

let product: TestApp
let cookie: string

async function open(environment: Record<string, string> = {}): Promise<void> {
  product = await openTestApp({ clock: () => now }, environment)
  cookie = await setUpOperator(product.app)
}

const readStats = () => adminRead<AdminStats>(product.app, 'stats', cookie)

async function insertSearches(at: string, searches: number, userId: string | null = null): Promise<void> {
  await product.database.pool.query(
    `insert into search_sessions (user_id, session_token, keyword, results_count, created_at)
     select $1, gen_random_uuid(), 'invoicing', 10, $2 from generate_series(1, $3)`,
    [userId, at, searches],
  )
}

async function insertUser(at: string, tier = 'free'): Promise<string> {
  const { rows } = await product.database.pool.query<{ id: string }>(
    `insert into users (email, created_at, subscription_tier)
     values (gen_random_uuid() || '@example.test', $1, $2) returning id`,
    [at, tier],
  )
  return rows[0]?.id ?? ''
}

describe('the figures', () => {
  afterEach(() => product.close())

  async function insertSome(): Promise<void> {
    await insertSearches('2026-06-30T22:10:00Z', 1)
    await insertSearches('2026-06-30T21:50:00Z', 2)
    await insertSearches('2026-06-29T22:05:00Z', 4)
    await insertSearches('2026-06-28T21:50:00Z', 8)
    await insertSearches('2026-05-31T21:50:00Z', 16)
  }

  test('of an empty installation are zeros', async () => {
    await open()
    expect(await readStats()).toEqual({
      totalUsers: 0,
      proUsers: 0,
      totalSearches: 0,
      searchesToday: 0,
      searchesThisWeek: 0,
      searchesThisMonth: 0,
      totalResults: 0,
      averageResultsPerSearch: 0,
      timeZone: 'UTC',
    })
  })

  test('count days, weeks from Monday and months in UTC when no time zone is set', async () => {
    await open()
    await insertSome()
    expect(await readStats()).toMatchObject({
      totalSearches: 31,
      searchesToday: 3,
      searchesThisWeek: 7,
      searchesThisMonth: 15,
      totalResults: 310,
      averageResultsPerSearch: 10,
    })
  })

  test('count them in the operator’s time zone when one is set', async () => {
    await open({ TIME_ZONE: 'Europe/Berlin' })
    await insertSome()
    expect(await readStats()).toMatchObject({
      totalSearches: 31,
      searchesToday: 1,
      searchesThisWeek: 7,
      searchesThisMonth: 1,
      timeZone: 'Europe/Berlin',
    })
  })

  test('follow sign-ups, plans, searches and deletions, and are those of the tables', async () => {
    await open()
    const [first, second] = [
      await insertUser('2026-06-01T10:00:00Z'),
      await insertUser('2026-06-02T10:00:00Z', 'pro'),
    ]
    await insertSearches('2026-06-03T10:00:00Z', 3, first)
    await insertSearches('2026-06-03T11:00:00Z', 2, second)
    const { pool, db } = product.database
    await pool.query(`update users set subscription_tier = 'pro' where id = $1`, [first])
    expect(await readStats()).toMatchObject({ totalUsers: 2, proUsers: 2, totalSearches: 5 })
    await makeActivityStore(db).compactCounts(now)
    await pool.query('delete from users where id = $1', [second])
    expect(await readStats()).toMatchObject({
      totalUsers: 1,
      proUsers: 1,
      totalSearches: 3,
      totalResults: 30,
    })
    await makeActivityStore(db).compactCounts(new Date('2027-06-30T00:00:00Z'))
    expect(await readStats()).toMatchObject({
      totalUsers: 1,
      proUsers: 1,
      totalSearches: 3,
      totalResults: 30,
    })
    const { rows } = await pool.query(
      'select count(*)::integer as rows from quarter_hour_counts where connection <> 0',
    )
    expect(rows).toEqual([{ rows: 0 }])
  })

  test('count a visitor’s searches for the account that takes them over, once', async () => {
    await open()
    const found = await search(product.app, 'invoicing')
    const cookies = found.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
    await product.app.inject({
      method: 'POST',
      url: '/api/register',
      payload: { email: 'new@example.test', password: 'plum teapot orbit 42', firstName: 'N', lastName: 'E' },
      headers: { cookie: cookies },
    })
    const users = await adminRead<{ totalSearches: number; lastSearchAt: string }[]>(
      product.app,
      'users',
      cookie,
    )
    expect(users).toMatchObject([{ totalSearches: 1, lastSearchAt: now.toISOString() }])
    expect((await readStats()).totalSearches).toBe(1)
  })

  test('draw a chart without gaps, each day in the time zone, with Pro’s share at its end', async () => {
    await open({ TIME_ZONE: 'Europe/Berlin' })
    await insertUser('2026-01-01T10:00:00Z')
    await insertUser('2026-06-29T22:05:00Z', 'pro')
    await insertSome()
    const { days, timeZone } = await adminRead<{ days: ChartDay[]; timeZone: string }>(
      product.app,
      'charts?days=30',
      cookie,
    )
    expect([timeZone, days.length, days[0]?.day]).toEqual(['Europe/Berlin', 30, '2026-06-02'])
    expect(days.slice(-3)).toEqual([
      { day: '2026-06-29', searches: 0, signUps: 0, proSharePercent: 0, resultsPerSearch: null },
      { day: '2026-06-30', searches: 6, signUps: 1, proSharePercent: 50, resultsPerSearch: 10 },
      { day: '2026-07-01', searches: 1, signUps: 0, proSharePercent: 50, resultsPerSearch: 10 },
    ])
    expect(days.at(-4)).toMatchObject({ day: '2026-06-28', searches: 8 })
  })

  test('draw ninety days on request and nothing else', async () => {
    await open()
    const { days } = await adminRead<{ days: ChartDay[] }>(product.app, 'charts?days=90', cookie)
    expect([days.length, days.at(-1)?.day, days[0]?.proSharePercent]).toEqual([90, '2026-06-30', null])
    expect((await adminGet(product.app, 'charts?days=31', cookie)).statusCode).toBe(400)
  })
})

describe('everybody’s searches', () => {
  afterEach(() => product.close())

  test('are listed newest first, with the person or without one for a visitor, in pieces', async () => {
    await open()
    const person = await signUp(product.app)
    await insertSearches('2026-06-03T10:00:00Z', 2, person.user.id)
    await insertSearches('2026-06-03T11:00:00Z', 1)
    const all = await adminRead<AdminSearchSession[]>(product.app, 'search-sessions', cookie)
    expect(all.map(({ user }) => user)).toEqual([
      undefined,
      ...Array(2).fill({ id: person.user.id, email: person.email, subscriptionTier: 'free' }),
    ])
    expect(all[0]).toEqual({
      id: expect.any(String),
      keyword: 'invoicing',
      resultsCount: 10,
      ipAddress: null,
      createdAt: '2026-06-03T11:00:00.000Z',
    })
    const more = await adminRead(product.app, `search-sessions?limit=1&before=${all[1]?.id}`, cookie)
    expect(more).toEqual([all[2]])
    for (const query of ['limit=0', 'limit=201', 'before=x']) {
      expect((await adminGet(product.app, `search-sessions?${query}`, cookie)).statusCode).toBe(400)
    }
  })
})

describe('the audit log', () => {
  afterEach(() => product.close())

  test('can only grow: the database itself refuses to change, remove or empty it', async () => {
    await open()
    const { pool } = product.database
    const before = await readAuditLog(product.app, cookie)
    for (const statement of [
      `update audit_log set admin = 'somebody else'`,
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await expect(pool.query(statement)).rejects.toThrow('The audit log can only grow')
    }
    expect(await readAuditLog(product.app, cookie)).toEqual(before)
  })

  test('is read in pieces, newest first', async () => {
    await open()
    for (let times = 0; times < 3; times += 1) await adminGet(product.app, 'users-export', cookie)
    const all = await readAuditLog(product.app, cookie)
    expect(all.map(({ action }) => action)).toEqual([...Array(3).fill('users_exported'), 'setup'])
    const piece = await adminRead<AuditEntry[]>(product.app, `audit-log?limit=2&before=${all[0]?.id}`, cookie)
    expect(piece).toEqual(all.slice(1, 3))
    expect((await adminGet(product.app, 'audit-log?before=x', cookie)).statusCode).toBe(400)
  })
})

describe('the health panel', () => {
  afterEach(() => product.close())

  test('says what works, what fails and why, and what was not needed yet', async () => {
    let works = true
    product = await openTestApp({
      sources: () => [
        {
          name: 'moody',
          timeLimitMs: 1000,
          notice: 'It closes in March.',
          async search() {
            if (!works) throw new SourceError('It is closed on Sundays')
            return {
              posts: [],
              coverage: { posts: 0, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null },
            }
          },
        },
      ],
    })
    cookie = await setUpOperator(product.app)
    const read = () => adminRead<AdminHealth>(product.app, 'health', cookie)
    const first = await read()
    expect(first.sources).toEqual([
      {
        name: 'moody',
        notice: 'It closes in March.',
        condition: 'unused',
        lastSuccessAt: null,
        lastFailureAt: null,
        lastFailure: null,
      },
    ])
    expect(first).toMatchObject({
      version: productVersion(),
      mail: { delivery: 'outbox', operatorEmailSet: false, condition: 'unused' },
      payments: { mode: 'production', condition: 'off' },
      database: { embedded: true },
      archive: { posts: 0, sources: [] },
      jobs: [
        { name: 'housekeeping' },
        { name: 'subscriptions' },
        { name: 'addresses at the payment provider' },
        { name: 'daily scan' },
        { name: 'check of restored posts' },
        { name: 'deletion check' },
        { name: 'removal of sources' },
        { name: 'webhooks' },
        { name: 'mails about webhooks' },
        { name: 'mails about API keys' },
      ],
    })
    expect(Math.min(first.database.bytes, first.archive.bytes)).toBeGreaterThan(0)
    await search(product.app, 'invoicing')
    expect((await read()).sources[0]).toMatchObject({ condition: 'ok', lastFailureAt: null })
    works = false
    await search(product.app, 'something else')
    expect((await read()).sources[0]).toMatchObject({
      condition: 'failing',
      lastSuccessAt: expect.any(String),
      lastFailure: 'It is closed on Sundays',
    })
  })
})
