import type pg from 'pg'
import { onTestFinished } from 'vitest'

const giveUpMs = 20_000

/**
 * Waits until this many statements of this database wait for a lock, so that a test can control their order.
 * Only statements that contain `words` count: a background mail may wait for the same row.
 */
export async function waitForLocks(pool: pg.Pool, waiting: number, words = ''): Promise<void> {
  const giveUpAt = Date.now() + giveUpMs
  for (;;) {
    const { rows } = await pool.query(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
      [words],
    )
    if (rows[0].waiting >= waiting) return
    if (Date.now() > giveUpAt) throw new Error(`${rows[0].waiting} statements wait, not ${waiting}`)
  }
}

/** A transaction whose locks the product waits for; released by `commit`, or at the end of the test. */
export async function openHolder(pool: pg.Pool) {
  const client = await pool.connect()
  let holds = true
  const letGo = (broken: boolean) => {
    if (holds) client.release(broken)
    holds = false
  }
  onTestFinished(() => letGo(true))
  await client.query('begin')
  return {
    query: (statement: string, values: unknown[] = []) => client.query(statement, values),
    async commit() {
      await client.query('commit')
      letGo(false)
    },
  }
}
