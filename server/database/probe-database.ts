import pg from 'pg'
import { databaseTrouble } from './database-failure.ts'
import { settledWithin } from './settled-within.ts'

export type DatabaseProbe = {
  /** Why the database cannot be used, or null when it answers within a second and takes a write. */
  ask(): Promise<string | null>
  close(): Promise<void>
}

const answerMs = 1_000

/** A write that leaves nothing behind but a record in the log of the server. */
const question = `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly",
    case when not pg_is_in_recovery() then pg_logical_emit_message(true, 'unmet', 'probe')::text end as written`

/**
 * Asks the database over a connection of its own, so that a busy pool is not taken for a dead server. Callers at the
 * same time share one question.
 */
export function makeDatabaseProbe(pool: pg.Pool): DatabaseProbe {
  let client: pg.Client | null = null
  let asking: Promise<string | null> | null = null

  const drop = () => {
    const dropped = client
    client = null
    // A server that says nothing would let an orderly end wait for ever.
    void dropped?.end().catch(() => {})
    ;(
      dropped as unknown as { connection: { stream: { destroy(): void } } } | null
    )?.connection.stream.destroy()
  }
  const open = async () => {
    if (client !== null) return client
    const opened = new pg.Client({ ...pool.options, connectionTimeoutMillis: answerMs })
    opened.on('error', () => {
      if (client === opened) client = null
    })
    client = opened
    await opened.connect()
    return opened
  }
  const ask = async (): Promise<string | null> => {
    const answer = open().then((opened) => opened.query<{ readOnly: boolean }>(question))
    try {
      if (!(await settledWithin(answerMs, answer))) {
        drop()
        answer.catch(() => {})
        return `it did not answer within ${answerMs / 1000} s`
      }
      return (await answer).rows[0]?.readOnly === true ? 'it takes no writes at the moment' : null
    } catch (error) {
      drop()
      return databaseTrouble(error)?.reason ?? 'it answers with an error'
    }
  }
  return {
    ask() {
      asking ??= ask().finally(() => {
        asking = null
      })
      return asking
    },
    async close() {
      await asking
      drop()
    },
  }
}
