import pg from 'pg'
import { sql } from './drizzle.ts'
import { connectionOf } from './probe-database.ts'

const channel = 'unmet_work'

/** A statement that announces new work of this kind to all instances when its transaction commits. */
export const announceWork = (kind: string) => sql`select pg_notify(${channel}, ${kind})`

type Listening = {
  pool: pg.Pool
  /** Called with null if notifications may have been missed, so that there may be work of any kind. */
  onWork: (kind: string | null) => void
  retryMs?: number
}

/**
 * Listens for announced work over a connection of its own. If the connection is lost, it is opened again.
 * Returns a function that stops it.
 */
export function listenForWork({ pool, onWork, retryMs = 10_000 }: Listening): () => void {
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = null
    void lost.end().catch(() => {})
    if (!stopped) retry = setTimeout(() => void open(), retryMs).unref()
  }
  const open = async () => {
    const opened = new pg.Client({ ...connectionOf(pool), keepAlive: true })
    client = opened
    opened.on('error', () => lose(opened))
    opened.on('end', () => lose(opened))
    opened.on('notification', ({ payload = '' }) => onWork(payload))
    try {
      await opened.connect()
      await opened.query(`listen ${channel}`)
      onWork(null)
    } catch {
      lose(opened)
    }
  }
  void open()
  return () => {
    stopped = true
    clearTimeout(retry)
    const last = client
    client = null
    void last?.end().catch(() => {})
  }
}
