import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Duty } from '#server/clock.ts'
import { databaseTrouble } from '#server/database/database-failure.ts'
import { announceWork, listenForWork } from '#server/database/listen-for-work.ts'
import { safeMessage } from '#server/operations/failure-report.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { type BackgroundJobs, makeBackgroundJobs } from './background-jobs.ts'
import type { JobDeps } from './job-queue.ts'

vi.setConfig({ testTimeout: 60_000 })

type Pending = Extract<Duty, { atOnce: number }>

let database: TestDatabase
let running: BackgroundJobs[]
let warnings: string[]
beforeEach(async () => {
  database = await openTestDatabase()
  running = []
  warnings = []
})
afterEach(async () => {
  for (const jobs of running) await jobs.stop()
  await database.close()
})

const waits = { timeout: 50_000, interval: 25 }

const query = (text: string, values?: unknown[]) => database.pool.query(text, values)

function start(duties: Duty[], executeSql = query, wait?: JobDeps['wait']): BackgroundJobs {
  const jobs = makeBackgroundJobs({
    clock: () => new Date(),
    executeSql,
    warn: (message) => warnings.push(message),
    findTrouble: databaseTrouble,
    safeMessage,
    listen: (onWork) => listenForWork({ pool: database.pool, onWork, retryMs: 20 }),
    ...(wait === undefined ? {} : { wait }),
  })
  jobs.start(duties)
  running.push(jobs)
  return jobs
}

async function ask(query: string) {
  return (await database.pool.query(query)).rows
}

/** A duty whose pending work is listed in `due`. */
function duty(due: string[], own: Partial<Pending> = {}): Pending {
  return {
    name: 'work',
    atOnce: 1,
    listDue: async () => due.map((key) => ({ key, data: { key } })),
    run: async (data) => {
      const { key } = data as { key: string }
      due.splice(due.indexOf(key), 1)
    },
    ...own,
  }
}

const hasQueue = `select 1 from pg_namespace where nspname = 'pgboss'`

test('nothing is made in the database until there is work, and then all of it is done without a pause', async () => {
  const due: string[] = []
  let looked = 0
  const jobs = start([
    duty(due, {
      listDue: async () => {
        looked += 1
        return due.map((key) => ({ key, data: { key } }))
      },
    }),
  ])
  await vi.waitUntil(() => looked === 1, waits)
  expect(await ask(hasQueue)).toEqual([])
  due.push('one', 'two', 'three', 'four')
  jobs.wake()
  await vi.waitUntil(() => due.length === 0, waits)
  await jobs.stop()
  expect(
    await ask(`select state::text, count(*)::int as jobs from pgboss.job where name = 'work' group by 1`),
  ).toEqual([{ state: 'completed', jobs: 4 }])
  expect(warnings).toEqual([])
})

test('of a group one job runs at a time, and jobs of another group run meanwhile', async () => {
  const ends = Promise.withResolvers<void>()
  const due = ['ann 1', 'ann 2', 'ann 3', 'bob 1']
  const began: string[] = []
  const jobs = start([
    duty(due, {
      atOnce: 2,
      listDue: async () =>
        due.map((key) => ({ key: key.replace(' ', '-'), data: { key }, group: key.split(' ')[0] ?? '' })),
      run: async (data) => {
        const { key } = data as { key: string }
        began.push(key)
        if (key.startsWith('ann')) await ends.promise
        due.splice(due.indexOf(key), 1)
      },
    }),
  ])
  await vi.waitUntil(() => !due.includes('bob 1'), waits)
  expect(began.filter((key) => key.startsWith('ann'))).toHaveLength(1)
  ends.resolve()
  await vi.waitUntil(() => due.length === 0, waits)
  await jobs.stop()
  expect(warnings).toEqual([])
})

test('workers that look for work at the same moment never run two jobs of a group', async () => {
  const due = Array.from({ length: 24 }, (_, index) => `ann-${index}`)
  let running = 0
  let most = 0
  const group = () =>
    duty(due, {
      atOnce: 8,
      listDue: async () => due.map((key) => ({ key, data: { key }, group: 'ann' })),
      run: async (data) => {
        running += 1
        most = Math.max(most, running)
        await query('select 1')
        running -= 1
        due.splice(due.indexOf((data as { key: string }).key), 1)
      },
    })
  const instances = [start([group()]), start([group()])]
  await vi.waitUntil(() => due.length === 0, waits)
  for (const jobs of instances) await jobs.stop()
  expect(most).toBe(1)
  expect(warnings).toEqual([])
})

test('work that is under way is not put in line again by another instance', async () => {
  const ends = Promise.withResolvers<void>()
  const due = ['one']
  let runs = 0
  let looks = 0
  const slow = duty(due, {
    listDue: async () => {
      looks += 1
      return due.map((key) => ({ key, data: { key } }))
    },
    run: async () => {
      runs += 1
      await ends.promise
    },
  })
  const first = start([slow])
  await vi.waitUntil(() => runs === 1, waits)
  const second = start([slow])
  await vi.waitUntil(() => looks === 2, waits)
  await second.stop()
  ends.resolve()
  const states = () => ask(`select state::text from pgboss.job where name = 'work'`)
  await expect.poll(states).toEqual([{ state: 'completed' }])
  await first.stop()
  expect(runs).toBe(1)
})

test('a job that fails is tried again later, five times, and then somebody is informed', async () => {
  const given: unknown[] = []
  let tries = 0
  // This job must not be queued again after its last attempt, so another job then opens the queue.
  const due = ['one']
  const failing = duty(due, {
    run: async (data) => {
      const { key } = data as { key: string }
      if (key !== 'one') return
      tries += 1
      throw new Error('The source is away.')
    },
    giveUp: async (data) => {
      given.push(data)
    },
  })
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const jobs = start([failing])
    await vi.waitUntil(() => tries === attempt, waits)
    due[0] = 'other'
    await jobs.stop()
    // After the last attempt, `giveUp` may already have been called during the shutdown.
    if (attempt < 6) expect(given).toEqual([])
    const delayed = await ask(
      `select 1 from pgboss.job where singleton_key = 'one' and state = 'retry' and start_after > now() + interval '20 s'`,
    )
    expect(delayed).toHaveLength(attempt < 6 ? 1 : 0)
    await database.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
  }
  const last = start([failing])
  await vi.waitUntil(() => given.length === 1, waits)
  await last.stop()
  expect(given).toEqual([{ key: 'one' }])
})

test('stopping asks a job to end, waits for it, and leaves its work to be done', async () => {
  const due = ['one']
  let began = 0
  const jobs = start([
    duty(due, {
      run: async (_, signal) => {
        began += 1
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    }),
  ])
  await vi.waitUntil(() => began === 1, waits)
  await jobs.stop()
  expect(await ask(`select 1 from pgboss.job where state = 'active'`)).toEqual([])
  start([duty(due)])
  await vi.waitUntil(() => due.length === 0, waits)
})

test('a run that a stop cuts short is put back at once, uses up no try, and goes to an instance that runs on', async () => {
  const due = ['one']
  let began = 0
  const tries = `select state::text, retry_limit - retry_count as left, start_after <= now() as ready from pgboss.job`
  const fresh = { state: 'active', left: 5, ready: true }
  const untilStopped = duty(due, {
    run: async (_, signal) => {
      began += 1
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  for (let stop = 1; stop <= 2; stop += 1) {
    const jobs = start([untilStopped])
    await vi.waitUntil(() => began === stop, waits)
    expect(await ask(tries)).toEqual([fresh])
    await jobs.stop()
    expect(await ask(tries)).toMatchObject([{ state: 'retry', ready: true }])
  }
  start([duty(due)])
  await vi.waitUntil(() => due.length === 0, waits)
})

test('an instance without work of its own takes part in the queue that another one opened', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'], shouldAdvanceTime: false })
  const idle = start([duty([], { run: async () => void due.pop() })])
  const due = ['one']
  const first = start([
    duty(due, {
      run: async (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    }),
  ])
  await vi.waitUntil(async () => (await ask(hasQueue)).length === 1, waits)
  await vi.waitUntil(
    async () => (await ask(`select from pgboss.job where state = 'active'`)).length === 1,
    waits,
  )
  await first.stop()
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await vi.waitUntil(() => due.length === 0, waits)
  await idle.stop()
})

test('a job that comes in while the workers are being stopped is not counted as done', async () => {
  const due = ['one']
  let stopped: Promise<void> | undefined
  const jobs = start([duty(due)], async (text, values) => {
    const result = await query(text, values)
    const rows: { data?: { key?: string } }[] = result.rows ?? []
    if (rows.some((row) => row.data?.key === 'one')) {
      stopped = jobs.stop()
      await new Promise(setImmediate)
    }
    return result
  })
  await vi.waitUntil(() => stopped !== undefined, waits)
  await stopped
  expect(due).toEqual(['one'])
  expect(await ask(`select state::text from pgboss.job`)).toEqual([{ state: 'retry' }])
})

test('the job of an instance that died goes to another one', async () => {
  const due = ['one']
  let began = 0
  const ends = Promise.withResolvers<void>()
  start([
    duty(due, {
      run: async () => {
        began += 1
        await ends.promise
      },
    }),
  ])
  await vi.waitUntil(() => began === 1, waits)
  expect(await ask('select heartbeat_seconds from pgboss.job')).toEqual([{ heartbeat_seconds: 10 }])
  // From now on, the instance sends no heartbeat, like a killed process.
  await database.pool.query(`
    create function stay_dead() returns trigger language plpgsql as
      $$ begin new.heartbeat_on = old.heartbeat_on; return new; end $$;
    create trigger dead before update of heartbeat_on on pgboss.job
      for each row when (old.state = 'active' and new.state = 'active') execute function stay_dead()`)
  start([duty(due)])
  await vi.waitUntil(() => due.length === 0, waits)
  ends.resolve()
})

test('a database that fails is reported and ends nothing', async () => {
  const jobs = start([
    duty(['one'], {
      listDue: async () => {
        throw new Error('the connection was lost')
      },
    }),
  ])
  await vi.waitUntil(() => warnings.length === 1, waits)
  await jobs.stop()
  expect(warnings).toEqual(['Pending background jobs could not be read: the connection was lost'])
})

describe('work that is announced', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval'], shouldAdvanceTime: false }))
  afterEach(() => vi.useRealTimers())

  const announce = () => database.db.execute(announceWork('made'))
  const listening = `select pid from pg_stat_activity where query = 'listen unmet_work' and datname = current_database()`

  /** Two instances that have already looked for work, and now wait until work is announced. */
  async function startTwo(due: string[], own: Partial<Pending> = {}) {
    start([duty(due, { announcedAs: 'made', ...own })])
    start([duty(due, { announcedAs: 'made', ...own })])
    await vi.waitUntil(async () => (await ask(listening)).length === 2, waits)
  }

  test('is done by one of all instances, without waiting for the next look', async () => {
    const due: string[] = []
    await startTwo(due)
    due.push('one', 'two')
    await announce()
    await vi.waitUntil(() => due.length === 0, waits)
    const done = `select distinct singleton_key as key from pgboss.job where state = 'completed' order by 1`
    await expect.poll(() => ask(done), waits).toEqual([{ key: 'one' }, { key: 'two' }])
    expect(warnings).toEqual([])
  })

  test('is done too if it came just before its job ended', async () => {
    const left = ['one']
    let looks = 0
    await startTwo([], {
      listDue: async () => {
        looks += 1
        return left.map(() => ({ key: 'all', data: {} }))
      },
      run: async () => {
        const before = looks
        if (left.shift() !== 'one') return
        left.push('two')
        await announce()
        // Both instances look for work while the job is running. Nothing is queued.
        await vi.waitUntil(() => looks >= before + 2, waits)
      },
    })
    await vi.waitUntil(() => left.length === 0, waits)
    const done = `select from pgboss.job where name = 'work' and state = 'completed'`
    await expect.poll(async () => (await ask(done)).length, waits).toBe(2)
  })

  test('is done after the connection that listens was lost', async () => {
    const due: string[] = []
    await startTwo(due)
    await query(`select pg_terminate_backend(pid) from (${listening}) as listener`)
    due.push('one')
    await vi.waitUntil(() => due.length === 0, waits)
  })
})
