import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connectionOf } from './probe-database.ts'

export type SnapshotTable = { name: string; columns: readonly string[] }
export type SequenceValue = { name: string; lastValue: string }

/** Tables whose rows are valid only on the server that wrote them, or can be rebuilt from other tables. */
export const tablesLeftOut: readonly string[] = [
  // This table contains transaction ids of its server. After a restore, its readers start from the beginning.
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
 * A consistent snapshot of all tables of the product. It can be copied during writes, because it is one
 * REPEATABLE READ transaction on a connection of its own. Migrations wait until the snapshot is closed.
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

      /** The rows of a table in PostgreSQL's text format, in pieces. Returns the number of rows. */
      async copyRows(table: SnapshotTable, write: (rows: AsyncIterable<Buffer>) => Promise<void>) {
        const columns = table.columns.map(name).join(', ')
        const stream = client.query(copyTo(`copy ${name(table.name)} (${columns}) to stdout`))
        await pipeline(stream, write)
        return stream.rowCount
      },

      /**
       * Sequences are not part of the snapshot. The value of a sequence may be ahead of the rows, but is
       * never behind them.
       */
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

/**
 * The locks prevent changes to columns. If a migration ran before they were taken, the list of tables
 * differs.
 */
async function lockTables(client: pg.Client): Promise<SnapshotTable[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows: found } = await client.query<SnapshotTable>(listTables, [tablesLeftOut])
    await client.query('begin isolation level repeatable read read only')
    const names = found.map((table) => client.escapeIdentifier(table.name)).join(', ')
    // This statement takes no snapshot; the transaction's snapshot is taken by the next one.
    if (names !== '') await client.query(`lock table ${names} in access share mode`)
    const { rows: tables } = await client.query<SnapshotTable>(listTables, [tablesLeftOut])
    if (JSON.stringify(tables) === JSON.stringify(found)) return tables
    await client.query('rollback')
    if (attempt === mostAttempts) throw new Error('The tables of the database keep changing.')
  }
}
