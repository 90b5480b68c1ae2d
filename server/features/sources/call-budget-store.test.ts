import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drizzle } from '#server/database/drizzle.ts'
import { openPool, poolLimits } from '#server/database/open-pool.ts'
import type { CallBudget } from '#server/source-ports.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeCallBudget } from './call-budget-store.ts'

const minuteMs = 60_000
let database: TestDatabase
let now: number
const clock = () => new Date(now)

beforeEach(async () => {
  database = await openTestDatabase()
  now = Date.UTC(2026, 10, 21, 12)
})
afterEach(() => database.close())

/** The budgets of several instances, each with a connection pool of its own. */
async function withInstances(count: number, use: (budgets: CallBudget[]) => Promise<void>) {
  const pools = Array.from({ length: count }, () =>
    openPool({ connectionString: database.url }, poolLimits.command),
  )
  try {
    await use(
      pools.map((pool) => makeCallBudget(drizzle(pool), { source: 'reddit', callsPerMinute: 100, clock })),
    )
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
  }
}

const oneOf = (budgets: readonly CallBudget[], index: number) => {
  const budget = budgets[index % budgets.length]
  if (budget === undefined) throw new Error('There is no instance')
  return budget
}

const granted = (waits: readonly number[]) => waits.filter((wait) => wait === 0).length

describe('four instances with one budget', () => {
  test('let 100 of 500 calls at one moment through', async () => {
    await withInstances(4, async (budgets) => {
      const waits = await Promise.all(Array.from({ length: 500 }, (_, index) => oneOf(budgets, index).take()))
      expect(granted(waits)).toBe(100)
      expect(new Set(waits)).toEqual(new Set([0, minuteMs + 1]))
    })
  })

  test('let never more than 100 through in any minute, wherever it begins', async () => {
    await withInstances(4, async (budgets) => {
      const grants: number[] = []
      // Bursts around the end of a minute, where a counter per minute would allow twice as many calls.
      for (const offset of [0, 59_900, 60_100, 100_000, 119_000, 121_000, 181_000]) {
        now = Date.UTC(2026, 10, 21, 12) + offset
        const waits = await Promise.all(
          Array.from({ length: 75 }, (_, index) => oneOf(budgets, index).take()),
        )
        grants.push(...Array.from({ length: granted(waits) }, () => offset))
      }
      for (const start of grants) {
        expect(grants.filter((at) => at >= start && at < start + minuteMs).length).toBeLessThanOrEqual(100)
      }
      expect(grants.length).toBeGreaterThan(200)
    })
  })

  test('all wait when the source reported to one of them that nothing is left', async () => {
    await withInstances(4, async (budgets) => {
      await oneOf(budgets, 0).learn(0, 7000)
      expect(await Promise.all(budgets.map((budget) => budget.take()))).toEqual([7000, 7000, 7000, 7000])
      now += 7000
      expect(await Promise.all(budgets.map((budget) => budget.take()))).toEqual([0, 0, 0, 0])
    })
  })

  test('share the calls that the source says are left', async () => {
    await withInstances(4, async (budgets) => {
      await oneOf(budgets, 0).learn(10, 300_000)
      const waits = await Promise.all(Array.from({ length: 40 }, (_, index) => oneOf(budgets, index).take()))
      expect(granted(waits)).toBe(10)
    })
  })
})

test('a pause that the source asks for outlasts the answers that were under way', async () => {
  const budget = makeCallBudget(database.db, { source: 'stack-exchange', callsPerMinute: 100, clock })
  await budget.pause(12_000)
  await budget.learn(290, 6 * 3_600_000)
  await budget.pause(5000)
  expect(await budget.take()).toBe(12_000)
  now += 12_000
  expect(await budget.take()).toBe(0)
})

test('an answer that was overtaken does not give calls back', async () => {
  const budget = makeCallBudget(database.db, { source: 'reddit', callsPerMinute: 100, clock })
  await budget.learn(0, 300_000)
  await budget.learn(3, 300_500)
  expect(await budget.take()).toBe(300_500)
})

test('the scan leaves calls to people who search', async () => {
  const settings = { source: 'reddit', callsPerMinute: 100, clock }
  const [people, scan] = [
    makeCallBudget(database.db, settings),
    makeCallBudget(database.db, { ...settings, spare: 40 }),
  ]
  const scanned = await Promise.all(Array.from({ length: 100 }, () => scan.take()))
  expect(granted(scanned)).toBe(60)
  const searched = await Promise.all(Array.from({ length: 100 }, () => people.take()))
  expect(granted(searched)).toBe(40)
})

test('sources do not share their budgets, and leave no rows behind', async () => {
  const budgetOf = (source: string) => makeCallBudget(database.db, { source, callsPerMinute: 1, clock })
  const [one, other] = [budgetOf('reddit'), budgetOf('hacker-news')]
  expect(await Promise.all([one.take(), other.take()])).toEqual([0, 0])
  await one.learn(5, 1000)
  for (let minute = 0; minute < 5; minute += 1) {
    now += minuteMs + 1
    expect(await one.take()).toBe(0)
  }
  const { rowCount } = await database.pool.query(
    "select 1 from rate_limits where identifier = 'source:reddit'",
  )
  expect(rowCount).toBe(1)
})

test("without a clock of its own it goes by the database's", async () => {
  const budget = makeCallBudget(database.db, { source: 'reddit', callsPerMinute: 1 })
  expect(await budget.take()).toBe(0)
  const wait = await budget.take()
  expect(wait).toBeGreaterThan(minuteMs / 2)
  expect(wait).toBeLessThanOrEqual(minuteMs + 1)
})
