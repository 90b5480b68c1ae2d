import { type SQL, sql } from './drizzle.ts'
import { inTransaction, type Statements } from './in-transaction.ts'

/** Small enough that a batch of long texts stays far below the time limit of a statement. */
const rowsAtOnce = 1_000

type Chosen = {
  table: string
  /** The column that identifies a row. */
  id: string
  /** The column by which an index lists the chosen rows. */
  by: string
}

/**
 * Deletes many rows. A single statement would exceed its time limit and delete nothing, however often it is
 * repeated. Each batch is committed, so this must not run inside a transaction.
 */
export async function deleteInBatches(db: Statements, chosen: Chosen, where: SQL): Promise<void> {
  const [table, id, by] = [chosen.table, chosen.id, chosen.by].map((name) => sql.identifier(name))
  for (;;) {
    const { rowCount } = await inTransaction(db, (tx) =>
      tx.execute(sql`delete from ${table} where ${id} = any(array(
        select ${id} from ${table} where ${where} order by ${by} limit ${rowsAtOnce}))`),
    )
    if ((rowCount ?? 0) < rowsAtOnce) return
  }
}

export const ownRows = { table: 'own_material', id: 'id', by: 'opportunity_score' }
export const newsOfWatches = { table: 'watch_posts', id: 'number', by: 'number' }
