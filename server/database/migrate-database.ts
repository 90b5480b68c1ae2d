import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { drizzle, migrate } from './drizzle.ts'
import { wasUndone } from './in-transaction.ts'
import { codeOf, DatabaseUnavailable, reasonOf } from './system-error.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** An arbitrary lock id, the same in every instance. */
const migrationLock = 8_317_001
/** Before an attempt fails in a deadlock, it has waited at least a second for a lock (`deadlock_timeout`). */
const mostAttempts = 5

type Journal = { entries: { when: number; tag: string }[] }

/** Migrates the schema. If several instances start at the same time, one migrates and the others wait. */
export async function migrateDatabase(pool: pg.Pool, folder = migrationsFolder): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await refuseNewerSchema(client)
    await migrateBesideOthers(client, folder)
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
    client.release()
  } catch (error) {
    // Closing the connection releases the lock, whatever state the connection is in.
    client.release(true)
    throw explain(error)
  }
}

/**
 * Migrations lock whole tables. The previous version is still running, so a migration that gets into a
 * deadlock is repeated.
 */
async function migrateBesideOthers(client: pg.PoolClient, folder: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate(drizzle(client), { migrationsFolder: folder })
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

/** An older version would write rows that do not fit a newer schema. */
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

async function readJournal(): Promise<Journal> {
  return JSON.parse(await readFile(`${migrationsFolder}/meta/_journal.json`, 'utf8'))
}

/**
 * The instants at which the migrations of this version were written. The database stores these instants as
 * the names of the migrations.
 */
export async function listKnownMigrations(): Promise<number[]> {
  const { entries } = await readJournal()
  return entries.map((entry) => entry.when)
}

export async function newestKnownMigration(): Promise<number> {
  return Math.max(0, ...(await listKnownMigrations()))
}

/** Creates the schema of an earlier version in an empty database, so that the rows of a backup fit. */
export async function migrateUntil(pool: pg.Pool, newest: number): Promise<void> {
  const journal = await readJournal()
  const entries = journal.entries.filter(({ when }) => when <= newest)
  const folder = await mkdtemp(join(tmpdir(), 'unmet-migrations-'))
  try {
    await mkdir(join(folder, 'meta'))
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries)
      await copyFile(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
    await migrateDatabase(pool, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
