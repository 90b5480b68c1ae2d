#!/usr/bin/env bash
# retry-axios 4.0.3 with axios 1.21.1; needs Node 24 and the npm registry.
#
# Expected: `Retry-After: 0`, or a date that has passed, means that the client may try again now. RFC 9110 (section
# 10.2.3) defines the value as a non-negative number of seconds or a date; a date to the second has often passed
# by the client's clock when the answer arrives. axios-retry, got, ky and undici's RetryAgent try again.
# Seen: retry-axios treats a delay that is not above 0 as an error and gives up without a single retry. Without
# the header it tries again. So a server that says "at once" gets the request less reliably than one that says
# nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund retry-axios@4.0.3 axios@1.21.1 axios-retry@4.5.0
cat >probe.mjs <<'JS'
import { once } from 'node:events'
import { createServer } from 'node:http'
import axios from 'axios'
import axiosRetry from 'axios-retry'
import { attach } from 'retry-axios'

let calls = 0
let header
const server = createServer((_request, response) => {
  calls += 1
  if (calls === 1 && header) response.setHeader('Retry-After', header)
  response.statusCode = calls === 1 ? 503 : 200
  response.end('answer')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${server.address().port}/`
const clients = {
  retryAxios() {
    const client = axios.create()
    client.defaults.raxConfig = { instance: client }
    attach(client)
    return client
  },
  axiosRetry() {
    const client = axios.create()
    axiosRetry(client)
    return client
  },
}
const seen = {}
for (const [name, value] of Object.entries({ none: '', zero: '0', past: 'Fri, 01 Mar 2024 10:00:00 GMT', one: '1' })) {
  seen[name] = {}
  for (const [client, create] of Object.entries(clients)) {
    header = value
    calls = 0
    const status = await create().get(address).then((answer) => answer.status, (error) => error.response.status)
    seen[name][client] = `${status} after ${calls}`
  }
}
server.close()
server.closeAllConnections()
console.table(seen)
const asSeen =
  Object.values(seen).every((row) => row.axiosRetry === '200 after 2') &&
  seen.none.retryAxios === '200 after 2' &&
  seen.one.retryAxios === '200 after 2' &&
  seen.zero.retryAxios === '503 after 1' &&
  seen.past.retryAxios === '503 after 1'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: a server that allows a retry at once gets none.'
