import pg from 'pg'
import { drizzle } from './drizzle.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import type { Statements } from './in-transaction.ts'
import { refuseUnfinishedRestore } from './load-tables.ts'
import { migrateDatabase } from './migrate-database.ts'
import { openPool, poolLimits } from './open-pool.ts'
import type { DatabaseRole } from './server-presence.ts'
import { settledWithin } from './settled-within.ts'
import { codeOf, DatabaseUnavailable, reasonOf } from './system-error.ts'

export type Database = Statements & { $client: pg.Pool }

export type OpenDatabase = {
  db: Database
  pool: pg.Pool
  /** A description for the operator, without the password. */
  where: string
  close(): Promise<void>
}

export type RunningDatabase = OpenDatabase & {
  /**
   * Settles if the embedded server has died and could not be restarted. The product then exits with this
   * message.
   */
  lost: Promise<DatabaseUnavailable>
}

export type DatabaseSettings = {
  databaseUrl: string | null
  dataDir: string
  /** If false, the schema is not migrated. */
  migrates?: boolean
  /** Settings of the embedded server that override the product's own, by their names in PostgreSQL. */
  serverSettings?: Readonly<Record<string, string>>
}

export type { DatabaseRole }

type Log = (line: string) => void

type Server = Pick<RunningDatabase, 'where' | 'lost' | 'close'> & { connection: pg.PoolConfig }

/** How long `close` waits for running queries before the server is stopped. */
const drainMs = 3_000

/** Opens the database at DATABASE_URL, or the embedded one under DATA_DIR, and migrates it. */
export async function openDatabase(settings: DatabaseSettings, role: DatabaseRole, log: Log) {
  const server = await openServer(settings, role, log)
  const pool = openPool(server.connection, poolLimits[role], {
    onIdleLoss: (error) => {
      // If the embedded server ends, its launcher reports it.
      if (settings.databaseUrl !== null) log(`A database connection was lost: ${error.message}`)
    },
    onGivenUp: log,
  })
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= settledWithin(drainMs, pool.end()).then(() => server.close())
    return closing
  }
  try {
    if (settings.migrates !== false) await bringUpToDate(server)
  } catch (error) {
    await close()
    throw error
  }
  return { db: databaseOver(pool), pool, where: server.where, lost: server.lost, close }
}

export function databaseOver(pool: pg.Pool): Database {
  return drizzle(pool)
}

async function openServer(settings: DatabaseSettings, role: DatabaseRole, log: Log): Promise<Server> {
  const { databaseUrl, dataDir, serverSettings = {} } = settings
  if (databaseUrl === null) {
    const embedded = await openEmbeddedPostgres(dataDir, { role, log, settings: serverSettings })
    return { ...embedded, connection: embedded.address }
  }
  const where = await checkExternalPostgres(databaseUrl)
  const { promise: lost } = Promise.withResolvers<DatabaseUnavailable>()
  return { connection: { connectionString: databaseUrl }, where, lost, close: async () => {} }
}

/** Uses a connection of its own, because a migration may take longer than the product's query timeout. */
async function bringUpToDate({ connection }: Server): Promise<void> {
  const pool = openPool(connection, { ...poolLimits.command, connections: 1 })
  try {
    await refuseUnfinishedRestore(pool)
    await migrateDatabase(pool)
  } finally {
    await pool.end()
  }
}

type ServerDescription = { version: string; number: number; encoding: string }

const oldestMajor = 15
const connectMs = 10_000
const endMs = 1_000

/** Checks that the server at DATABASE_URL can be used, and describes it without its password. */
export async function checkExternalPostgres(databaseUrl: string): Promise<string> {
  const client = openClient(databaseUrl)
  const where = `PostgreSQL at ${client.user}@${client.host}:${client.port}/${client.database}`
  client.on('error', () => {})
  try {
    await client.connect()
    refuseUnfit(await describe(client), where)
    return where
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    throw new DatabaseUnavailable(
      `DATABASE_URL: cannot open ${where}: ${refusal(error)}. Check that the server runs and that the address is right.`,
      error,
    )
  } finally {
    await settledWithin(endMs, client.end())
  }
}

function openClient(databaseUrl: string): pg.Client {
  try {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new Error('another kind of address')
    return new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectMs })
  } catch (error) {
    throw new DatabaseUnavailable(
      'DATABASE_URL is no address of a PostgreSQL database; it looks like postgres://user:password@host:5432/name.',
      error,
    )
  }
}

async function describe(client: pg.Client): Promise<ServerDescription> {
  const { rows } = await client.query<ServerDescription>(
    `select current_setting('server_version') as version,
            current_setting('server_version_num')::int as number,
            current_setting('server_encoding') as encoding`,
  )
  return rows[0] ?? { version: 'unknown', number: 0, encoding: 'unknown' }
}

export function refuseUnfit(server: ServerDescription, where: string): void {
  if (server.number < oldestMajor * 10_000) {
    throw new DatabaseUnavailable(
      `DATABASE_URL: ${where} is version ${server.version}, and Unmet needs PostgreSQL ${oldestMajor} or newer. ` +
        'Upgrade the server, or leave DATABASE_URL out to use the embedded one.',
    )
  }
  if (server.encoding !== 'UTF8') {
    throw new DatabaseUnavailable(
      `DATABASE_URL: ${where} stores text as ${server.encoding}, and Unmet needs UTF8. ` +
        "Make the database again with: create database NAME encoding 'UTF8' template template0",
    )
  }
}

function refusal(error: unknown): string {
  const code = codeOf(error)
  if (code === '28P01' || code === '28000') return 'it refuses this user or password'
  if (code === '3D000') return 'it has no database of this name'
  if (code === '53300') return 'it has no connection to spare'
  return reasonOf(error)
}
