import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connectionOf } from './probe-database.ts'

export type SnapshotTable = { name: string; columns: readonly string[] }
export type SequenceValue = { name: string; lastValue: string }

/** Tables whose rows mean something only to the server that wrote them, or are made again from others. */
export const tablesLeftOut: readonly string[] = [
  // It names transactions of its server. What reads it starts anew after a restore.
  'archive_changes',
]

export type TableSnapshot = Awaited<ReturnType<typeof openTableSnapshot>>

const listTables = `
  select relname as name, array(
    select attname::text from pg_attribute
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
  ) as columns
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relispartition = false
    and not relname = any($1) order by relname`

/**
 * All tables of the product at one instant, to be copied while others write: one transaction in REPEATABLE READ, on a
 * connection of its own. Migrations wait until it is closed.
 */
export async function openTableSnapshot(pool: pg.Pool) {
  const client = new pg.Client({ ...connectionOf(pool), application_name: 'unmet backup', keepAlive: true })
  client.on('error', () => {})
  const name = (text: string) => client.escapeIdentifier(text)
  try {
    await client.connect()
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    const tables = await lockTables(client)
    const { rows: migrations } = await client.query<{ at: string }>(
      'select created_at::text as at from drizzle.__drizzle_migrations order by created_at',
    )
    return {
      tables,
      migrations: migrations.map(({ at }) => Number(at)),

      /** The rows of a table in PostgreSQL's text format, as pieces; returns how many. */
      async copyRows(table: SnapshotTable, write: (rows: AsyncIterable<Buffer>) => Promise<void>) {
        const columns = table.columns.map(name).join(', ')
        const stream = client.query(copyTo(`copy ${name(table.name)} (${columns}) to stdout`))
        await pipeline(stream, write)
        return stream.rowCount
      },

      /** They are no part of the snapshot: a value may be ahead of the rows, never behind. */
      async readSequences(): Promise<SequenceValue[]> {
        const { rows } = await client.query<SequenceValue>(
          `select sequencename as name, last_value::text as "lastValue" from pg_sequences
           where schemaname = 'public' and last_value is not null order by 1`,
        )
        return rows
      },

      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

const mostAttempts = 5

/** The locks keep their columns as they are. A migration that ran meanwhile shows in another list of tables. */
async function lockTables(client: pg.Client): Promise<SnapshotTable[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows: found } = await client.query<SnapshotTable>(listTables, [tablesLeftOut])
    await client.query('begin isolation level repeatable read read only')
    const names = found.map((table) => client.escapeIdentifier(table.name)).join(', ')
    // Takes no snapshot: the one of the transaction is that of the next statement.
    if (names !== '') await client.query(`lock table ${names} in access share mode`)
    const { rows: tables } = await client.query<SnapshotTable>(listTables, [tablesLeftOut])
    if (JSON.stringify(tables) === JSON.stringify(found)) return tables
    await client.query('rollback')
    if (attempt === mostAttempts) throw new Error('The tables of the database keep changing.')
  }
}
