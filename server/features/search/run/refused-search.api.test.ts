import { afterEach, expect, test } from 'vitest'
import { cookieOf, search } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const unknownCoverage = { posts: null, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null }

let product: TestApp
afterEach(() => product.close())

test('a search beyond the allowance is refused before any source, or the archive, is asked about its words', async () => {
  let asked = 0
  const now = new Date('2026-03-01T12:00:00Z')
  product = await openTestApp({
    clock: () => now,
    sources: () => [
      {
        name: 'counted',
        timeLimitMs: 5_000,
        prepare() {
          asked += 1
          return this
        },
        search: async () => ({ posts: [], coverage: unknownCoverage }),
      },
    ],
  })
  await product.database.pool.query(
    `insert into rate_limits (identifier, endpoint, bucket_start, request_count)
      values ('address:127.0.0.1', 'search', '2026-03-01T00:00:00Z', 100000)`,
  )
  const refused = await search(product.app, 'invoices')
  expect([refused.statusCode, refused.headers['retry-after'], asked]).toEqual([429, String(12 * 3600), 0])
  await product.database.pool.query('delete from rate_limits')
  const allowed = await search(product.app, 'invoices', { cookie: cookieOf(refused) })
  expect([allowed.statusCode, asked]).toEqual([200, 1])
})
