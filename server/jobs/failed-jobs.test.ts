import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Duty } from '#server/clock.ts'
import { databaseTrouble } from '#server/database/database-failure.ts'
import { sql } from '#server/database/drizzle.ts'
import { safeMessage } from '#server/operations/failure-report.ts'
import { makeLogger } from '#server/operations/logger.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { type BackgroundJobs, makeBackgroundJobs } from './background-jobs.ts'
import type { JobDeps } from './job-queue.ts'

vi.setConfig({ testTimeout: 60_000 })

const waits = { timeout: 50_000, interval: 25 }
const secret = 'my landlord reads my post'

type Pending = Extract<Duty, { atOnce: number }>

let database: TestDatabase
let running: BackgroundJobs[]
let log: string[]
beforeEach(async () => {
  database = await openTestDatabase()
  running = []
  log = []
  await database.pool.query('create table rows_of_people (words text not null, amount int)')
})
afterEach(async () => {
  for (const jobs of running) await jobs.stop()
  await database.close()
})

const query = (text: string, values?: unknown[]) => database.pool.query(text, values)
const ask = async (text: string) => (await database.pool.query(text)).rows

function start(duty: Partial<Pending>, parts: Partial<JobDeps> = {}): BackgroundJobs {
  const logger = makeLogger('info', { write: (line) => log.push(line) })
  const jobs = makeBackgroundJobs({
    clock: () => new Date(),
    executeSql: query,
    warn: (message, cause) => logger.warn({ err: cause }, message),
    findTrouble: databaseTrouble,
    safeMessage,
    ...parts,
  })
  jobs.start([
    {
      name: 'own-material',
      atOnce: 1,
      listDue: async () => [{ key: 'one', data: { id: 'one' } }],
      run: async () => {},
      ...duty,
    },
  ])
  running.push(jobs)
  return jobs
}

/** Passes all rows in one parameter, like the statement that inserts own rows. */
async function insertRows(): Promise<void> {
  const rows = JSON.stringify([{ words: secret, amount: secret }])
  await database.db.execute(sql`
    insert into rows_of_people select words, amount::int
    from json_to_recordset(${rows}::json) as came(words text, amount text)`)
}

const everyJob = `select string_agg(job::text, ' ') as jobs from pgboss.job`

test('a job whose statement fails leaves its rows neither in the queue nor in the log', async () => {
  const given = Promise.withResolvers<void>()
  const failing = {
    run: insertRows,
    giveUp: async () => {
      given.resolve()
      await insertRows()
    },
  }
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const jobs = start(failing)
    const ended = attempt < 6 ? 'retry' : 'failed'
    const states = `select from pgboss.job where name = 'own-material' and state = '${ended}' and output is not null
      and retry_count = ${attempt - 1}`
    await vi.waitUntil(async () => (await ask(states).catch(() => [])).length === 1, waits)
    if (attempt < 6) await jobs.stop()
    await query(`update pgboss.job set start_after = now() where state = 'retry'`)
  }
  await given.promise
  const stored = `select distinct output from pgboss.job where output is not null`
  const afterGivingUp = `${stored} and name = 'own-material-given-up' and state in ('retry', 'failed')`
  await vi.waitUntil(async () => (await ask(afterGivingUp)).length === 1, waits)
  expect(await ask(stored)).toEqual([{ output: { name: 'Error', code: '22P02' } }])
  const { jobs } = (await ask(everyJob))[0]
  expect(jobs).toContain('22P02')
  expect(jobs).not.toContain('landlord')
  expect(log.join('')).toContain('A job of own-material failed: Error 22P02')
  expect(log.join('')).not.toContain('landlord')
})

test('what an earlier version stored of failures is cleaned when the queue is opened', async () => {
  const ran = Promise.withResolvers<void>()
  start({ run: async () => ran.resolve() })
  await ran.promise
  await running.pop()?.stop()
  await query(
    `
    insert into pgboss.job (name, data, state, output) values ('own-material', '{}', 'failed', $1), ('own-material', '{}', 'failed', $2)`,
    [
      {
        name: 'Error',
        message: secret,
        stack: secret,
        params: [secret],
        cause: { code: '53100', message: secret },
      },
      { value: { message: 'job timed out' } },
    ],
  )
  const again = Promise.withResolvers<void>()
  start({ run: async () => again.resolve() })
  await again.promise
  expect((await ask(everyJob))[0].jobs).not.toContain('landlord')
  expect(await ask(`select output from pgboss.job where state = 'failed' order by output::text`)).toEqual([
    { output: { code: '53100', name: 'Error' } },
    { output: { value: { message: 'job timed out' } } },
  ])
})

test('a disk that is full for a quarter of an hour uses up no try of a job and ends none', async () => {
  await query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on rows_of_people for each row execute function refuse()`)
  let waitedMs = 0
  let gaveUp = 0
  start(
    {
      run: async () => {
        await database.db.execute(sql`insert into rows_of_people values (${secret}, 1)`)
      },
      giveUp: async () => {
        gaveUp += 1
      },
    },
    {
      wait: async (delayMs) => {
        waitedMs += delayMs
        if (waitedMs > 900_000) await query('drop trigger if exists full_disk on rows_of_people')
      },
    },
  )
  await vi.waitUntil(async () => (await ask('select from rows_of_people')).length === 1, waits)
  const states = `select state::text, retry_count from pgboss.job where name = 'own-material'`
  await expect.poll(() => ask(states), waits).toEqual([{ state: 'completed', retry_count: 0 }])
  expect(gaveUp).toBe(0)
  expect(log).toEqual([])
})

test('a job that workers leave again and again waits longer before another takes it up', async () => {
  const began = Promise.withResolvers<void>()
  const ends = Promise.withResolvers<void>()
  start({
    run: async () => {
      began.resolve()
      await ends.promise
    },
  })
  await began.promise
  await query(`
    create function stay_dead() returns trigger language plpgsql as
      $$ begin new.heartbeat_on = old.heartbeat_on; return new; end $$;
    create trigger dead before update of heartbeat_on on pgboss.job
      for each row when (old.state = 'active' and new.state = 'active') execute function stay_dead();
    update pgboss.job set retry_count = 2`)
  const later = `select start_after > now() + interval '1 minute' as later from pgboss.job where state = 'retry'`
  await vi.waitUntil(async () => (await ask(later)).length === 1, waits)
  expect(await ask(later)).toEqual([{ later: true }])
  ends.resolve()
})

test('the queue tells what fails in words', async () => {
  const full = Object.assign(new pg.DatabaseError(`could not extend file: ${secret}`, 1, 'error'), {
    severity: 'ERROR',
    code: '53100',
    routine: 'mdextend',
  })
  start(
    {},
    {
      executeSql: async (text, values) => {
        if (/heartbeat_on = now|skip locked/iu.test(text)) throw full
        return query(text, values)
      },
    },
  )
  await vi.waitUntil(() => log.length > 0, waits)
  const said = log.map((line) => JSON.parse(line).msg)
  expect(new Set(said)).toEqual(new Set(['The job queue failed: its disk is full']))
  expect(log.join('')).not.toMatch(/landlord|object Object/u)
})
