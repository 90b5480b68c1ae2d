import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open-database.ts'
import { percentile } from './percentile.ts'
import { cpuMs } from './process-cost.ts'
import { searchAll } from './search-all.ts'
import { startSearchServer } from './start-search-server.ts'
import { varyKeywords } from './varied-keywords.ts'

// Starts the product and searches once for each of many keywords, first with one client, then with eight.
// Reports the searches per second, and the CPU time of all processes per search.
// npm run bench:load -- --data FOLDER [--server CHECKOUT]

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    server: { type: 'string', default: resolve(import.meta.dirname, '..') },
    keywords: { type: 'string', default: '2000' },
  },
})
if (values.data === undefined) {
  console.error('Name a data folder with posts: --data FOLDER')
  process.exit(2)
}
const dataDir = resolve(values.data)
const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
const keywords = await varyKeywords(database.pool, Number(values.keywords))
const half = keywords.length / 2
await database.close()
const { child, url } = await startSearchServer(dataDir, {}, values.server)
const pid = child.pid ?? 0
for (const [clients, some] of [
  [1, keywords.slice(0, half)],
  [8, keywords.slice(half)],
] as const) {
  const before = cpuMs(pid, dataDir)
  const { times, seconds } = await searchAll(url, some, clients)
  const after = cpuMs(pid, dataDir)
  const each = (used: number) => (used / times.length).toFixed(1)
  console.log(
    `${clients} clients: ${(times.length / seconds).toFixed(1)} a second, p50 ${percentile(times, 0.5).toFixed(1)} ms, ` +
      `p95 ${percentile(times, 0.95).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms; CPU a search: ` +
      `Node ${each(after.node - before.node)} ms, PostgreSQL ${each(after.database - before.database)} ms`,
  )
}
child.send('stop')
await once(child, 'exit')
