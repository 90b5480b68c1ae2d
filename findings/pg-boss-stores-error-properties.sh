#!/usr/bin/env bash
# pg-boss 12.30.0, on PGlite 0.5.17; needs Node 24 and the npm registry.
#
# Expected: a failed job stores only `error.message`, which a page about the queue would show.
# Seen: every own property of the thrown error is stored in the job's `output` in the database, as long as
# failed jobs are kept. Database drivers and query builders add the statement and its values to an error
# (`query`, `params`). So a failed insert copies people's rows into the queue, and the copy remains after the
# rows are deleted. A handler has to throw an error that has only a name and a code.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund pg-boss@12.30.0 @electric-sql/pglite@0.5.17
cat >probe.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
import { PgBoss } from 'pg-boss'

const database = new PGlite()
const db = {
  async executeSql(text, values = []) {
    if (values.length > 0) return database.query(text, values)
    return { rows: (await database.exec(text)).at(-1)?.rows ?? [] }
  },
}
const boss = new PgBoss({ db, schedule: false, supervise: false })
await boss.start()
await boss.createQueue('notes')
const id = await boss.send('notes', {}, { retryLimit: 0 })
await boss.work('notes', { pollingIntervalSeconds: 0.5 }, async () => {
  const values = { query: 'insert into notes values ($1)', params: ['what a person wrote'] }
  throw Object.assign(new Error('The insert failed'), values)
})
let job
do {
  await new Promise((resolve) => setTimeout(resolve, 100))
  ;[job] = await boss.findJobs('notes', { id })
} while (job.state !== 'failed')
console.log('stored:', Object.keys(job.output).sort().join(', '), '| params:', JSON.stringify(job.output.params))
process.exit(JSON.stringify(job.output.params) === '["what a person wrote"]' ? 0 : 1)
JS
timeout 120 node probe.mjs && echo 'as described: the values of the statement are in the failed job'
