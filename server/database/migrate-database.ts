import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { drizzle, migrate } from './drizzle.ts'
import { wasUndone } from './in-transaction.ts'
import { codeOf, DatabaseUnavailable, reasonOf } from './system-error.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number will do, as long as every Unmet takes the same one. */
const migrationLock = 8_317_001
/** Each begins after the one before had waited a second or more (`deadlock_timeout`). */
const mostAttempts = 5

type Journal = { entries: { when: number }[] }

/** Brings the schema up to date. Of several that start at once one migrates and the others wait for it. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await refuseNewerSchema(client)
    await migrateBesideOthers(client)
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
    client.release()
  } catch (error) {
    // Ending the connection gives the lock back, whatever state it is in.
    client.release(true)
    throw explain(error)
  }
}

/** Migrations lock whole tables: of a deadlock with the previous version at work, which goes on, they are the side that tries again. */
async function migrateBesideOthers(client: pg.PoolClient): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate(drizzle(client), { migrationsFolder })
    } catch (error) {
      if (attempt === mostAttempts || !wasUndone(error)) throw error
    }
  }
}

function explain(error: unknown): unknown {
  const cause = error instanceof Error && codeOf(error.cause) !== null ? error.cause : error
  if (cause instanceof DatabaseUnavailable || codeOf(cause) === null) return cause
  return new DatabaseUnavailable(
    `The database could not be migrated: ${reasonOf(cause)}. Nothing was changed.`,
    error,
  )
}

/** An older Unmet on a newer schema would write rows that the newer one does not expect. */
async function refuseNewerSchema(client: pg.PoolClient): Promise<void> {
  const table = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (table.rows[0]?.exists !== true) return
  const applied = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  const newest = Number(applied.rows[0]?.newest ?? 0)
  if (newest > (await newestKnownMigration())) {
    throw new DatabaseUnavailable(
      'The database was written by a newer version of Unmet than this one. ' +
        'Start that version or a newer one, or restore a backup made before the upgrade.',
    )
  }
}

export async function newestKnownMigration(): Promise<number> {
  const journal: Journal = JSON.parse(await readFile(`${migrationsFolder}/meta/_journal.json`, 'utf8'))
  return Math.max(0, ...journal.entries.map((entry) => entry.when))
}
