import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedPostgres } from '#server/database/embedded-postgres.ts'
import { migrateDatabase } from '#server/database/migrate-database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { openPool, poolLimits } from '#server/database/open-pool.ts'
import { makeTemporaryDataDir, removeAbandonedDataDirs } from './temporary-data-dir.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests may create databases. */
    testServerUrl: string
    /** The migrated database that each test file copies. */
    testTemplate: string
    /** The data folder of a database that was created and closed, for `copyDatabase`. */
    madeDatabase: string
  }
}

/** One server and one migrated template database for the whole run. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestServer(process.env.TEST_DATABASE_URL)
  const template = `unmet_template_${process.pid}`
  const admin = new pg.Client(server.url)
  // If the server dies, the tests report it; an unhandled error event would end the run first.
  admin.on('error', () => {})
  await admin.connect()
  await admin.query(`create database ${template}`)
  const pool = openPool({ connectionString: urlOfDatabase(server.url, template) }, poolLimits.command)
  await migrateDatabase(pool)
  await pool.end()
  project.provide('testServerUrl', server.url)
  project.provide('testTemplate', template)
  const made = await makeTemporaryDataDir()
  const fresh = await openDatabase({ databaseUrl: null, dataDir: made.path }, 'command', () => {})
  await fresh.close()
  project.provide('madeDatabase', made.path)
  return async () => {
    await made.remove()
    await admin.query(`drop database if exists ${template}`)
    await admin.end()
    await server.close()
  }
}

function urlOfDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

const settings = {
  // A test's database cannot be dropped while one of the server's autovacuum workers uses it.
  autovacuum: 'off',
  // The server ends with the run, so its data need not survive a power cut. Crash tests have their own
  // servers.
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Each creation and deletion of a database reads these buffers, so they are small.
  shared_buffers: '64MB',
  // The server checks the password of some thousand connections, so each check has to be cheap.
  scram_iterations: '1',
}

async function openTestServer(given: string | undefined): Promise<{ url: string; close(): Promise<void> }> {
  if (given) return { url: given, close: async () => {} }
  await removeAbandonedDataDirs()
  const folder = await makeTemporaryDataDir()
  const server = await openEmbeddedPostgres(folder.path, { role: 'command', log: () => {}, settings })
  const { host, port, password = '' } = server.address
  const admin = new pg.Client({ ...server.address, user: 'postgres', database: 'postgres' })
  await admin.connect()
  await admin.query('alter role unmet createdb')
  await admin.end()
  return {
    url: `postgresql://unmet:${password}@localhost:${port}/unmet?host=${encodeURIComponent(host)}`,
    async close() {
      await server.close()
      await folder.remove()
    },
  }
}
