import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { startDatabaseProgram } from '#tests/harness/start-database-program.ts'
import { checkExternalPostgres, openDatabase, refuseUnfit } from './open-database.ts'

const serverUrl = inject('testServerUrl')
const made: string[] = []
afterEach(async () => {
  for (const name of made.splice(0)) await onServer(`drop database ${name} with (force)`)
})

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** An empty database on the tests' server, as an operator would provide it. */
async function makeEmptyDatabase(options = ''): Promise<string> {
  const name = `unmet_test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} ${options}`)
  made.push(name)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

test('two products that start at once on an empty DATABASE_URL migrate it once and both run', async () => {
  const databaseUrl = await makeEmptyDatabase()
  const both = [1, 2].map(() => startDatabaseProgram({ databaseUrl, role: 'product' }))
  await Promise.all(both.map((program) => program.opened))
  expect(await Promise.all(both.map((program) => program.stop()))).toEqual([0, 0])
  const database = await openDatabase({ databaseUrl, dataDir: '/nonexistent' }, 'product', () => {})
  const { rows } = await database.pool.query(
    'select count(*)::int as applied, count(distinct hash)::int as different from drizzle.__drizzle_migrations',
  )
  await database.close()
  expect(rows[0].applied).toBeGreaterThan(0)
  expect(rows[0].applied).toBe(rows[0].different)
})

test('what the operator reads of an address holds no password', async () => {
  const url = new URL(await makeEmptyDatabase())
  url.password ||= 'hunter2'
  const where = await checkExternalPostgres(url.href)
  expect(where).toMatch(/^PostgreSQL at .*unmet_test_/)
  expect(where).not.toContain(url.password)
})

test.each([
  [
    'postgres://ann:hunter2@127.0.0.1:9/unmet',
    'DATABASE_URL: cannot open PostgreSQL at ann@127.0.0.1:9/unmet: nothing answers there. ' +
      'Check that the server runs and that the address is right.',
  ],
  [
    'mysql://ann@127.0.0.1/unmet',
    'DATABASE_URL is no address of a PostgreSQL database; it looks like postgres://user:password@host:5432/name.',
  ],
])('%s is refused in words', async (url, message) => {
  await expect(checkExternalPostgres(url)).rejects.toMatchObject({ name: 'DatabaseUnavailable', message })
})

test('a database that does not exist is refused in words', async () => {
  const url = new URL(serverUrl)
  url.pathname = '/unmet_test_missing'
  await expect(checkExternalPostgres(url.href)).rejects.toMatchObject({
    message: expect.stringMatching(/^DATABASE_URL: cannot open .*: it has no database of this name\. Check/),
  })
})

test('a database that does not store UTF-8 is refused in words', async () => {
  const url = await makeEmptyDatabase(`encoding 'SQL_ASCII' locale 'C' template template0`)
  await expect(checkExternalPostgres(url)).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    message: expect.stringContaining(
      'stores text as SQL_ASCII, and Unmet needs UTF8. Make the database again with:',
    ),
  })
})

test('a server older than PostgreSQL 15 is refused in words', () => {
  const server = { version: '14.12', number: 140_012, encoding: 'UTF8' }
  expect(() => refuseUnfit(server, 'PostgreSQL at ann@db:5432/unmet')).toThrow(
    'DATABASE_URL: PostgreSQL at ann@db:5432/unmet is version 14.12, and Unmet needs PostgreSQL 15 or newer. ' +
      'Upgrade the server, or leave DATABASE_URL out to use the embedded one.',
  )
  expect(() => refuseUnfit({ ...server, version: '15.0', number: 150_000 }, 'here')).not.toThrow()
})
