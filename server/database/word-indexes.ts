import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { bandsBetween } from './archive-schema.ts'
import { connectionOf } from './probe-database.ts'
import { codeOf } from './system-error.ts'

/** The archive's full-text indexes, one for each band of scores, as in `archive-schema.ts`. */
const wordIndexes = bandsBetween(0, 100).map(({ from, below }) => ({
  name: `posts_words_${from}`,
  make: `create index if not exists posts_words_${from} on archive_posts using gin (words)
    where opportunity_score >= ${from} and opportunity_score < ${below}`,
}))

/** Running bulk loads share this lock. The server releases the lock of a process that dies. */
const bulkLock = 8_317_012
/** Only one process at a time creates indexes. */
const makingLock = 8_317_013
const lockTimeout = '3s'
const lockNotAvailable = '55P03'

/** A larger archive keeps its indexes, because creating them again would take longer than the import. */
const mostPosts = 10_000

/** Connections of a process that has just ended close after a moment. */
const aloneChecks = { times: 5, everyMs: 200 }

type Statements = Pick<pg.ClientBase, 'query'>

/** A connection of its own, because the limits of the pool's statements are shorter than creating an index. */
async function connect(pool: pg.Pool): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOf(pool), application_name: 'unmet indexes', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  await client.query('set statement_timeout = 0')
  return client
}

async function listMissing(statements: Statements): Promise<string[]> {
  const { rows } = await statements.query<{ name: string }>(
    'select name from unnest($1::text[]) as wanted(name) where to_regclass(name) is null',
    [wordIndexes.map(({ name }) => name)],
  )
  return rows.map(({ name }) => name)
}

async function hasFewPosts(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ few: boolean }>(
    'select coalesce(sum(posts), 0) <= $1 as few from archive_sources',
    [mostPosts],
  )
  return rows[0]?.few === true
}

/**
 * Whether only this pool uses the database. A running product would answer slowly without the indexes, and
 * could not store posts while they are created.
 */
async function isAlone(client: pg.Client, pool: pg.Pool): Promise<boolean> {
  for (let check = 0; check < aloneChecks.times; check += 1) {
    if (check > 0) await sleep(aloneChecks.everyMs)
    const { rows } = await client.query<{ sessions: number }>(
      `select count(*)::integer as sessions from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    if ((rows[0]?.sessions ?? 0) <= pool.totalCount) return true
  }
  return false
}

/**
 * Drops the indexes of a small archive that nobody else uses. Returns whether indexes are missing afterwards.
 */
async function dropIndexes(client: pg.Client, pool: pg.Pool): Promise<boolean> {
  if ((await listMissing(client)).length > 0) return true
  if (!(await hasFewPosts(client)) || !(await isAlone(client, pool))) return false
  await client.query(`drop index if exists ${wordIndexes.map(({ name }) => name).join(', ')}`)
  return true
}

/** Creates the indexes of a list, the last one first, because the last ones have the most posts. */
async function makeNext(client: pg.Client, left: string[]): Promise<void> {
  // In a parallel build, helper processes sort the words again, which more than doubles the work.
  await client.query('set lock_timeout = 0; set max_parallel_maintenance_workers = 0')
  for (let make = left.pop(); make !== undefined; make = left.pop()) await client.query(make)
}

/** Creates missing indexes, two at a time. Writers wait while an index is created; readers do not. */
async function makeIndexes(client: pg.Client, pool: pg.Pool): Promise<void> {
  await client.query('set lock_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [makingLock])
  const second = await connect(pool)
  try {
    const left = wordIndexes.map(({ make }) => make)
    const ends = await Promise.allSettled([makeNext(client, left), makeNext(second, left)])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  } finally {
    await second.end()
  }
}

export type BulkLoad = {
  /** Creates the indexes. */
  finish(): Promise<void>
  /** Leaves the missing indexes to the next import or to the product. */
  leave(): Promise<void>
}

/**
 * Drops the full-text indexes of a small archive until it is loaded, because creating them at once is faster
 * than updating them with each row. A killed import leaves no record to clean up, because the database's
 * catalogue shows which indexes are missing. Null if the indexes stay.
 */
export async function beginBulkLoad(pool: pg.Pool): Promise<BulkLoad | null> {
  const client = await connect(pool)
  let begun = false
  try {
    await client.query(`set lock_timeout = '${lockTimeout}'`)
    await client.query('select pg_advisory_lock_shared($1)', [bulkLock])
    begun = await dropIndexes(client, pool)
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error
  } finally {
    if (!begun) await client.end()
  }
  if (!begun) return null
  return {
    async finish() {
      // If the server was restarted in the meantime, the first connection has ended.
      const maker = await connect(pool)
      try {
        await makeIndexes(maker, pool)
      } finally {
        await Promise.all([maker.end(), client.end()])
      }
    },
    leave: () => client.end(),
  }
}

/** Creates the indexes that an interrupted bulk load left out, unless another one is running. */
export async function restoreWordIndexes(pool: pg.Pool): Promise<void> {
  if ((await listMissing(pool)).length === 0) return
  const client = await connect(pool)
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      bulkLock,
    ])
    if (rows[0]?.free === true) await makeIndexes(client, pool)
  } finally {
    await client.end()
  }
}
