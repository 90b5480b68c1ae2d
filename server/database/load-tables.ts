import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connectionOf } from './probe-database.ts'
import { DatabaseUnavailable } from './system-error.ts'
import type { SequenceValue, SnapshotTable } from './table-snapshot.ts'

/** Tables that already contain rows when they are created. */
const filledByMigrations = ['payment_config']

const listTables = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`

/**
 * The first table that contains rows which the product wrote while it was used. Null if the database may be
 * filled.
 */
export async function findFilledTable(statements: Pick<pg.ClientBase, 'query'>): Promise<string | null> {
  const { rows: tables } = await statements.query<{ name: string }>(listTables)
  for (const { name } of tables) {
    if (filledByMigrations.includes(name)) continue
    const { rows } = await statements.query<{ filled: boolean }>(
      `select exists (select from ${pg.escapeIdentifier(name)}) as filled`,
    )
    if (rows[0]?.filled === true) return name
  }
  return null
}

/**
 * Lists the constraints, indexes and triggers that would slow down loading or react to it, with the
 * statements that remove and recreate them.
 */
const listObstacles = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make, 2 as step
  from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('alter table %s disable trigger user', tgrelid::regclass),
    format('alter table %s enable trigger user', tgrelid::regclass), 3
  from (select distinct tgrelid from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal) as triggered
  order by step`

export type TableLoader = {
  /** Loads rows in PostgreSQL's text format. Returns the number of loaded rows. */
  loadRows: (table: SnapshotTable, rows: AsyncIterable<Buffer>) => Promise<number>
  setSequences: (values: readonly SequenceValue[]) => Promise<void>
}

/**
 * Fills empty tables in one transaction. Indexes and foreign keys are created again at the end, because
 * loading without them is much faster. Until `finishLoading`, the product refuses to start on this database.
 */
export async function loadTables(pool: pg.Pool, load: (loader: TableLoader) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...connectionOf(pool), application_name: 'unmet restore', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'; begin`)
    const { rows: tables } = await client.query<{ name: string }>(listTables)
    const names = tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')
    await client.query(`lock table ${names} in access exclusive mode`)
    const filled = await findFilledTable(client)
    if (filled !== null) throw new DatabaseUnavailable(`The table ${filled} is not empty.`)
    const { rows: obstacles } = await client.query<{ remove: string; make: string }>(listObstacles)
    for (const { remove } of obstacles) await client.query(remove)
    await client.query(`truncate ${names}`)
    await load(loaderOn(client))
    for (const { make } of obstacles) await client.query(make)
    await client.query(`comment on table ${markedTable} is '${unfinishedMark}'`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Every version of the schema has this table. */
const markedTable = 'drizzle.__drizzle_migrations'
const unfinishedMark = 'A restore is not finished.'

/** Marks the restored data as ready for use. */
export async function finishLoading(pool: pg.Pool): Promise<void> {
  // There are no statistics for the planner and no visibility map yet for the loaded rows.
  await pool.query('vacuum (analyze)')
  // If the folder with the search index is kept, this forces the index to be rebuilt.
  await pool.query('insert into archive_changes (post_ids) values (null)')
  await pool.query(`comment on table ${markedTable} is null`)
}

/** Throws if a restore into this database was interrupted before it purged or held back posts. */
export async function refuseUnfinishedRestore(statements: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await statements.query<{ mark: string | null }>(
    `select obj_description(to_regclass($1), 'pg_class') as mark`,
    [markedTable],
  )
  if (rows[0]?.mark !== unfinishedMark) return
  throw new DatabaseUnavailable(
    'Restoring a backup into this database was interrupted. Empty the database, or set DATA_DIR to a new folder, and restore it again.',
  )
}

function loaderOn(client: pg.Client): TableLoader {
  return {
    async loadRows({ name, columns }, rows) {
      const listed = columns.map((column) => client.escapeIdentifier(column)).join(', ')
      const stream = client.query(
        copyFrom(`copy ${client.escapeIdentifier(name)} (${listed}) from stdin with (freeze)`),
      )
      await pipeline(rows, stream)
      return stream.rowCount
    },
    async setSequences(values) {
      for (const { name, lastValue } of values)
        await client.query('select setval($1::regclass, $2)', [client.escapeIdentifier(name), lastValue])
    },
  }
}
