import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { checkExternalPostgres } from './external-postgres.ts'
import { migrateDatabase } from './migrate-database.ts'
import { openPool, poolLimits } from './open-pool.ts'
import { repeatTransactions } from './repeat-work.ts'
import * as schema from './schema.ts'
import type { DatabaseRole } from './server-presence.ts'
import { settledWithin } from './settled-within.ts'
import type { DatabaseUnavailable } from './system-error.ts'

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type OpenDatabase = {
  db: Database
  pool: pg.Pool
  /** For the operator; holds no password. */
  where: string
  close(): Promise<void>
}

export type RunningDatabase = OpenDatabase & {
  /** Settles when the embedded server died and could not be brought back: time to end with its message. */
  lost: Promise<DatabaseUnavailable>
}

export type DatabaseSettings = { databaseUrl: string | null; dataDir: string }

export type { DatabaseRole }

type Server = Pick<RunningDatabase, 'where' | 'lost' | 'close'> & { connection: pg.PoolConfig }

/** How long `close` waits for queries that still run before it stops the server under them. */
const drainMs = 3_000

/** Opens the database at DATABASE_URL, or the embedded one under DATA_DIR, and brings its schema up to date. */
export async function openDatabase(
  settings: DatabaseSettings,
  role: DatabaseRole,
  log: (line: string) => void,
): Promise<RunningDatabase> {
  const server = await openServer(settings, role, log)
  const pool = openPool(server.connection, poolLimits[role], {
    onIdleLoss: (error) => {
      // The embedded server's end is reported by its launcher.
      if (settings.databaseUrl !== null) log(`A database connection was lost: ${error.message}`)
    },
    onGivenUp: log,
  })
  const close = async () => {
    await settledWithin(drainMs, pool.end())
    await server.close()
  }
  try {
    await bringUpToDate(server)
  } catch (error) {
    await close()
    throw error
  }
  return { db: databaseOver(pool), pool, where: server.where, lost: server.lost, close: once(close) }
}

export function databaseOver(pool: pg.Pool): Database {
  return repeatTransactions(drizzle(pool, { schema }))
}

async function openServer(
  { databaseUrl, dataDir }: DatabaseSettings,
  role: DatabaseRole,
  log: (line: string) => void,
): Promise<Server> {
  if (databaseUrl === null) {
    const embedded = await openEmbeddedPostgres(dataDir, { role, log })
    return { ...embedded, connection: embedded.address }
  }
  const where = await checkExternalPostgres(databaseUrl)
  const { promise: lost } = Promise.withResolvers<DatabaseUnavailable>()
  return { connection: { connectionString: databaseUrl }, where, lost, close: async () => {} }
}

/** On a connection of its own, since an upgrade may take longer than the product lets a query run. */
async function bringUpToDate({ connection }: Server): Promise<void> {
  const pool = openPool(connection, { ...poolLimits.command, connections: 1 })
  await migrateDatabase(pool).finally(() => pool.end())
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | null = null
  return () => {
    closing ??= close()
    return closing
  }
}
