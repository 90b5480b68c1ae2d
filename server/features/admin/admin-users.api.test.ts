import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedUser } from '#contract/admin-users.ts'
import { adminGet, adminRead, readAuditLog, setUpOperator } from '#tests/harness/admin-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const now = new Date('2026-03-20T12:00:00Z')

let product: TestApp
let cookie: string

type Made = { name: string; daysAgo: number; searches?: number; tier?: 'free' | 'pro' }

/**
 * An account that was created that many days ago. Its searches have ten results each, and the newest is an
 * hour old.
 */
async function make({ name, daysAgo, searches = 0, tier = 'free' }: Made): Promise<void> {
  const { pool } = product.database
  const at = new Date(now.getTime() - daysAgo * 86_400_000)
  const { rows } = await pool.query(
    `insert into users (email, first_name, last_name, subscription_tier, created_at, subscription_period_start,
       searches_this_month, email_verified_at)
     values ($1, $2, $3, $4, $5, $5, $6, $5) returning id`,
    [`${name}@example.test`, name, `${name}son`, tier, at, searches],
  )
  await pool.query(
    `insert into search_sessions (user_id, session_token, keyword, results_count, created_at)
     select $1::varchar, $1 || '-' || n, 'invoicing', 10, $2::timestamptz - interval '1 hour' * n from generate_series(1, $3) n`,
    [rows[0].id, now, searches],
  )
}

beforeAll(async () => {
  product = await openTestApp({ clock: () => now })
  cookie = await setUpOperator(product.app, { username: 'dora@example.test' })
  await make({ name: 'anna', daysAgo: 40, searches: 3 })
  await make({ name: 'Bob', daysAgo: 8, tier: 'pro' })
  await make({ name: 'carl_x', daysAgo: 6, searches: 1, tier: 'pro' })
  await make({ name: 'dora', daysAgo: 2, searches: 5 })
  await make({ name: '=2+3', daysAgo: 1 })
})
afterAll(() => product.close())

type Page = { users: ListedUser[]; page: number; pageSize: number; matching: number; total: number }

const nameOf = (user: ListedUser) => user.firstName
const namesOf = async (query: string) =>
  (await adminRead<Page>(product.app, `user-page?${query}`, cookie)).users.map(nameOf)

describe('the list', () => {
  test('is a plain array of accounts, newest first, with what each did', async () => {
    const users = await adminRead<ListedUser[]>(product.app, 'users', cookie)
    expect(users.map(nameOf)).toEqual(['=2+3', 'dora', 'carl_x', 'Bob', 'anna'])
    expect(users[2]).toEqual({
      id: expect.any(String),
      email: 'carl_x@example.test',
      firstName: 'carl_x',
      lastName: 'carl_xson',
      subscriptionTier: 'pro',
      granted: false,
      paying: false,
      isAdmin: false,
      totalSearches: 1,
      searchesThisMonth: 1,
      totalResults: 10,
      createdAt: '2026-03-14T12:00:00.000Z',
      lastSearchAt: '2026-03-20T11:00:00.000Z',
      watches: 0,
      mostWatches: null,
    })
  })

  test('counts a month’s searches only while that month runs', async () => {
    const users = await adminRead<ListedUser[]>(product.app, 'users?search=anna', cookie)
    expect(users.map((user) => [user.totalSearches, user.searchesThisMonth])).toEqual([[3, 0]])
  })

  test('marks the account whose e-mail is the administrator’s username, as the list of ids does', async () => {
    const users = await adminRead<ListedUser[]>(product.app, 'users', cookie)
    const marked = users.filter(({ isAdmin }) => isAdmin)
    expect(marked.map(nameOf)).toEqual(['dora'])
    expect(await adminRead(product.app, 'user-ids', cookie)).toEqual(marked.map(({ id }) => id))
  })

  test('gives a piece of it on request, at most 500', async () => {
    const users = await adminRead<ListedUser[]>(product.app, 'users?limit=2&offset=1', cookie)
    expect(users.map(nameOf)).toEqual(['dora', 'carl_x'])
    expect((await adminGet(product.app, 'users?limit=501', cookie)).statusCode).toBe(400)
  })
})

describe('the table', () => {
  test.each([
    ['all', ['=2+3', 'dora', 'carl_x', 'Bob', 'anna']],
    ['pro', ['carl_x', 'Bob']],
    ['free', ['=2+3', 'dora', 'anna']],
    ['active', ['dora', 'carl_x', 'anna']],
    ['recent', ['=2+3', 'dora', 'carl_x']],
  ])('filters %s and counts what fits', async (filter, names) => {
    const page = await adminRead<Page>(product.app, `user-page?filter=${filter}`, cookie)
    expect(page.users.map(nameOf)).toEqual(names)
    expect([page.matching, page.total]).toEqual([names.length, 5])
  })

  test.each([
    ['newest', ['=2+3', 'dora', 'carl_x', 'Bob', 'anna']],
    ['oldest', ['anna', 'Bob', 'carl_x', 'dora', '=2+3']],
    ['alphabetical', ['=2+3', 'anna', 'Bob', 'carl_x', 'dora']],
  ])('sorts %s', async (sort, names) => {
    expect(await namesOf(`sort=${sort}`)).toEqual(names)
  })

  test('sorts by activity in both directions', async () => {
    expect((await namesOf('sort=most-active')).slice(0, 3)).toEqual(['dora', 'anna', 'carl_x'])
    expect((await namesOf('sort=least-active')).slice(2)).toEqual(['carl_x', 'anna', 'dora'])
  })

  test.each(['newest', 'oldest', 'most-active', 'least-active', 'alphabetical'])(
    'shows everybody once over all pages, sorted %s',
    async (sort) => {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => namesOf(`sort=${sort}&pageSize=2&page=${page}`)),
      )
      expect(pages.map((names) => names.length)).toEqual([2, 2, 1, 0])
      expect(pages.flat()).toEqual(await namesOf(`sort=${sort}`))
    },
  )

  test.each([
    ['BOB', ['Bob']],
    ['ANNA ANNASON', ['anna']],
    ['dora@EXAMPLE', ['dora']],
    ['_', ['carl_x']],
    ['%25', []],
    ['%5C', []],
    ['nobody', []],
  ])('searches e-mail and names for %s', async (search, names) => {
    const page = await adminRead<Page>(product.app, `user-page?search=${search}`, cookie)
    expect([page.users.map(nameOf), page.matching, page.total]).toEqual([names, names.length, 5])
  })

  test('searches within a filter, and in its order', async () => {
    expect(await namesOf('search=example&filter=active&sort=alphabetical')).toEqual([
      'anna',
      'carl_x',
      'dora',
    ])
    expect(await namesOf('search=example&filter=recent&sort=most-active&pageSize=1')).toEqual(['dora'])
  })

  test.each(['filter=rich', 'sort=best', 'page=0', 'page=1.5', 'page=x', 'pageSize=501', 'search=%00'])(
    'refuses ?%s',
    async (query) => {
      const reply = await adminGet(product.app, `user-page?${query}`, cookie)
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
    },
  )

  test('finds a person by their new name', async () => {
    const { pool } = product.database
    await pool.query(`update users set first_name = 'Robert' where first_name = 'Bob'`)
    expect(await namesOf('search=robert')).toEqual(['Robert'])
    await pool.query(`update users set first_name = 'Bob' where first_name = 'Robert'`)
    expect(await namesOf('search=robert')).toEqual([])
  })
})

test('the export is a file of those chosen, in order, whose cells run nothing, and is noted', async () => {
  const reply = await adminGet(product.app, 'users-export?filter=free&sort=oldest', cookie)
  expect(reply.headers['content-disposition']).toBe('attachment; filename="unmet-users.csv"')
  const rows = parse(reply.body, { columns: true, bom: true }) as Record<string, string>[]
  expect(rows.map(({ first_name: name, email }) => [name, email])).toEqual([
    ['anna', 'anna@example.test'],
    ['dora', 'dora@example.test'],
    ["'=2+3", "'=2+3@example.test"],
  ])
  expect(rows[0]).toMatchObject({ total_searches: '3', searches_this_month: '0', total_results: '30' })
  expect((await readAuditLog(product.app, cookie))[0]).toMatchObject({
    action: 'users_exported',
    admin: 'dora@example.test',
    ipAddress: '127.0.0.1',
    target: null,
    details: '3 users.',
  })
})
