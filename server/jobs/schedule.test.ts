import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Duty } from '#server/clock.ts'
import { databaseTrouble } from '#server/database/database-failure.ts'
import { safeMessage } from '#server/operations/failure-report.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { type BackgroundJobs, makeBackgroundJobs } from './background-jobs.ts'
import type { TimedDuty } from './schedule.ts'

vi.setConfig({ testTimeout: 60_000 })

const waits = { timeout: 50_000, interval: 25 }

let database: TestDatabase
let running: BackgroundJobs[]
let warnings: string[]
let now: Date
beforeEach(async () => {
  database = await openTestDatabase()
  running = []
  warnings = []
  now = new Date('2026-03-28T12:00:00Z')
})
afterEach(async () => {
  for (const jobs of running) await jobs.stop()
  await database.close()
})

function start(...duties: Duty[]): BackgroundJobs {
  const jobs = makeBackgroundJobs({
    clock: () => now,
    executeSql: (text, values) => database.pool.query(text, values),
    warn: (message) => warnings.push(message),
    findTrouble: databaseTrouble,
    safeMessage,
  })
  jobs.start(duties)
  running.push(jobs)
  return jobs
}

/** A duty that records when it runs. */
function noting(runs: string[], own: Partial<TimedDuty> = {}): TimedDuty {
  return {
    name: 'digest',
    rhythm: { at: '02:30', timeZone: 'Europe/Berlin' },
    run: async () => void runs.push(now.toISOString()),
    ...own,
  }
}

async function countJobs(state: string): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(*)::int as jobs from pgboss.job where name = 'schedule' and state::text = $1`,
    [state],
  )
  return rows[0].jobs
}
const jobsDone = (jobs: number) => expect.poll(() => countJobs('completed'), waits).toBe(jobs)

test('what is due daily is done once on each day by all instances, also where the clock skips the hour', async () => {
  const runs: string[] = []
  let looks = 0
  // The queue asks this duty for due work after it has asked the timed duty.
  const counting: Duty = {
    name: 'counting',
    atOnce: 1,
    listDue: async () => {
      looks += 1
      return []
    },
    run: async () => {},
  }
  const lookOnce = async (jobs: BackgroundJobs) => {
    const before = looks
    jobs.wake()
    await vi.waitUntil(() => looks > before, waits)
  }
  for (let instance = 1; instance <= 3; instance += 1) {
    start(noting(runs), counting)
    await vi.waitUntil(() => looks === instance, waits)
  }
  await jobsDone(1)
  for (const [time, done] of [
    ['2026-03-29T01:29:59Z', 1],
    // 02:30 is skipped, so the duty runs at 03:30.
    ['2026-03-29T01:30:00Z', 2],
    ['2026-03-29T20:00:00Z', 2],
    ['2026-03-30T00:30:00Z', 3],
    // The duty is two days late, so it runs once.
    ['2026-04-01T12:00:00Z', 4],
  ] as const) {
    now = new Date(time)
    for (const jobs of running) await lookOnce(jobs)
    await jobsDone(done)
    for (const jobs of running) await lookOnce(jobs)
  }
  await jobsDone(4)
  expect([runs.length, await countJobs('created'), warnings]).toEqual([4, 0, []])
})

test('what is due is done when its time comes, without anybody asking', async () => {
  const runs: string[] = []
  start(noting(runs, { rhythm: { everyMinutes: 0.02 } }))
  // The test's clock stands still, so an instance only sees a new time when it looks at the clock.
  for (let run = 1; run <= 3; run += 1) {
    await vi.waitUntil(() => runs.length === run, waits)
    now = new Date(now.getTime() + 60_000)
  }
})

test('a run that died is done by another instance, and its time counts as done once', async () => {
  const ends = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  start(
    noting([], {
      run: async () => {
        began.resolve()
        await ends.promise
      },
    }),
  )
  await began.promise
  // Like a killed process, this instance sends no heartbeat from now on.
  await database.pool.query(`
    create function stay_dead() returns trigger language plpgsql as
      $$ begin new.heartbeat_on = old.heartbeat_on; return new; end $$;
    create trigger dead before update of heartbeat_on on pgboss.job
      for each row when (old.state = 'active' and new.state = 'active') execute function stay_dead()`)
  const runs: string[] = []
  start(noting(runs))
  await vi.waitUntil(() => runs.length === 1, waits)
  await jobsDone(1)
  ends.resolve()
})

test('a duty that asks for it is done at each start as well', async () => {
  const runs: string[] = []
  const first = start(noting(runs, { atStart: true }))
  await vi.waitUntil(() => runs.length > 0, waits)
  await first.stop()
  const doneBefore = runs.length
  start(noting(runs, { atStart: true }))
  await vi.waitUntil(() => runs.length > doneBefore, waits)
})

test('a duty that fails is named in the log, is tried again, and keeps no other from running', async () => {
  const runs: string[] = []
  start(
    noting([], {
      name: 'broken',
      run: async () => {
        throw new Error('The disk is away.')
      },
    }),
    noting(runs),
  )
  await vi.waitUntil(() => runs.length === 1, waits)
  await expect.poll(() => warnings, waits).toEqual(['A job of broken failed: Error'])
  await expect.poll(() => countJobs('retry'), waits).toBe(1)
})
