import pg from 'pg'
import { databaseTrouble } from './database-failure.ts'
import { newestKnownMigration } from './migrate-database.ts'
import { settledWithin, succeeds } from './settled-within.ts'
import { DatabaseUnavailable } from './system-error.ts'

/**
 * Options for a connection outside the pool. The pool's password is not enumerable, so a copy of the options
 * lacks it.
 */
export function connectionOf(pool: pg.Pool): pg.ClientConfig {
  const { options } = pool
  return { ...options, password: options.password }
}

/** The address of a pool's server as plain data, which can be passed to a thread. */
export function addressOf(pool: pg.Pool): pg.PoolConfig {
  const { host, port, user, password, database, connectionString } = connectionOf(pool) as pg.PoolConfig
  if (connectionString !== undefined) return { connectionString }
  return { host, port, user, password, database } as pg.PoolConfig
}

export type DatabaseProbe = ReturnType<typeof makeDatabaseProbe>

const answerMs = 1_000

/** Tests writing: the statement only adds a record to the server's write-ahead log. */
const question = `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly",
    case when not pg_is_in_recovery() then pg_logical_emit_message(true, 'unmet', 'probe')::text end as written`

/** If a lock is taken, the probe fails instead of waiting for it. */
const settings = `set statement_timeout = ${answerMs}; set lock_timeout = ${answerMs / 2}`

async function databaseState(opened: pg.Client): Promise<string | null> {
  const { rows } = await opened.query<{ readOnly: boolean }>(question)
  return rows[0]?.readOnly === true ? 'it takes no writes at the moment' : null
}

async function queueState(opened: pg.Client): Promise<null> {
  const queue = `select to_regclass('pgboss.job') is not null as "exists"`
  const { rows } = await opened.query<{ exists: boolean }>(queue)
  if (rows[0]?.exists === true) await opened.query('select 1 from pgboss.job limit 1')
  return null
}

async function migrationsState(opened: pg.Client): Promise<string | null> {
  const newest = 'select max(created_at)::text as newest from drizzle.__drizzle_migrations'
  const { rows } = await opened.query<{ newest: string | null }>(newest)
  const isDone = Number(rows[0]?.newest ?? 0) >= (await newestKnownMigration())
  return isDone ? null : 'its schema is not up to date; restart to migrate it'
}

/** Also destroys the socket, because a silent server would otherwise block a clean shutdown. */
function cutOff(client: pg.Client): void {
  void client.end().catch(() => {})
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

/**
 * Uses a connection of its own, because a busy pool does not mean that the server is dead. Concurrent callers
 * share one probe.
 */
export function makeDatabaseProbe(pool: pg.Pool) {
  let client: pg.Client | null = null
  let asking: Promise<string | null> | null = null

  const drop = () => {
    if (client !== null) cutOff(client)
    client = null
  }
  const open = async () => {
    if (client !== null) return client
    const opened = new pg.Client({ ...connectionOf(pool), connectionTimeoutMillis: answerMs })
    opened.on('error', () => {
      if (client === opened) client = null
    })
    client = opened
    await opened.connect()
    await opened.query(settings)
    return opened
  }
  const within = async (question: (opened: pg.Client) => Promise<string | null>): Promise<string | null> => {
    const answer = open().then(question)
    try {
      if (await settledWithin(answerMs, answer)) return await answer
      drop()
      answer.catch(() => {})
      return `it did not answer within ${answerMs / 1000} s`
    } catch (error) {
      drop()
      return databaseTrouble(error)?.reason ?? 'it answers with an error'
    }
  }
  return {
    /** The reason why the database cannot be used. Null if it answers within a second and accepts a write. */
    ask() {
      asking ??= within(databaseState).finally(() => {
        asking = null
      })
      return asking
    },
    /**
     * The reason why the job queue cannot be used. Null if it can be used, or if the instance has no jobs.
     */
    askQueue: () => within(queueState),
    askMigrations: () => within(migrationsState),
    async close(): Promise<void> {
      await asking
      drop()
    },
  }
}

type WatchedPool = {
  pool: Pick<pg.Pool, 'query'>
  probe: Pick<DatabaseProbe, 'ask'>
  everyMs?: number
  mostFailures?: number
}

/**
 * Settles if the pool stays silent although the database accepts new connections. Then only a restart helps.
 */
export function watchPool({ pool, probe, everyMs = 30_000, mostFailures = 10 }: WatchedPool) {
  const { promise: lost, resolve } = Promise.withResolvers<DatabaseUnavailable>()
  let failures = 0
  let stopped = false
  const look = async () => {
    const answers = await succeeds(pool.query('select 1'))
    if (stopped) return
    failures = answers || (await probe.ask()) !== null ? 0 : failures + 1
    if (failures < mostFailures) return again()
    resolve(
      new DatabaseUnavailable(
        'Open database connections do not answer, although new ones do: exiting, to be restarted.',
      ),
    )
  }
  let timer: NodeJS.Timeout | undefined
  const again = () => {
    timer = setTimeout(() => void look(), everyMs).unref()
  }
  again()
  return {
    lost,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
