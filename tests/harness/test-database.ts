import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, databaseOver } from '#server/database/open-database.ts'
import { openPool, poolLimits } from '#server/database/open-pool.ts'

export type TestDatabase = { db: Database; pool: pg.Pool; url: string; close(): Promise<void> }

/** An empty database with the product's schema, for one test file. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('testServerUrl')
  const name = `unmet_test_${randomBytes(6).toString('hex')}`
  // Copies whole files: a page-wise copy goes through the write-ahead log, which takes three times the work.
  await onServer(serverUrl, `create database ${name} template ${inject('testTemplate')} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  // The long wait keeps tests from failing on a machine that stalls for seconds.
  const pool = openPool({ connectionString: url.href }, { ...poolLimits.command, waitMs: 60_000 })
  return {
    db: databaseOver(pool),
    pool,
    url: url.href,
    async close() {
      await pool.end()
      await onServer(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

let server: Promise<pg.Client> | null = null

/** One connection for the whole process, because opening one takes as much work as creating a database. */
async function onServer(serverUrl: string, statement: string): Promise<void> {
  server ??= connect(serverUrl)
  await (await server).query(statement)
}

async function connect(serverUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: serverUrl,
    // The connection must not keep the process running.
    stream: () => new Socket().unref(),
  })
  // The next statement opens another connection.
  client.on('error', () => {
    server = null
  })
  await client.connect()
  return client
}
