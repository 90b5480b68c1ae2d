import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open-database.ts'
import { percentile } from './percentile.ts'
import { cpuMs, memoryMb } from './process-cost.ts'
import { searchAll } from './search-all.ts'
import { startSearchServer } from './start-search-server.ts'
import { varyKeywords } from './varied-keywords.ts'

// Eight clients search for different keywords, alternately with WORKERS=1 and with more. Reports searches per
// second, CPU time, memory, and their ratios. npm run bench:workers -- --data FOLDER

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    workers: { type: 'string', default: '2' },
    keywords: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '3' },
  },
})
if (values.data === undefined) {
  console.error('Name a data folder with posts: --data FOLDER')
  process.exit(2)
}
const dataDir = resolve(values.data)
const clients = 8

const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
const keywords = await varyKeywords(database.pool, Number(values.keywords))
await database.close()

async function measure(workers: string) {
  const { child, url } = await startSearchServer(dataDir, { WORKERS: workers })
  const pid = child.pid ?? 0
  // Each process loads the index and compiles its code in its first searches.
  await searchAll(url, keywords.slice(0, 40), clients)
  const before = cpuMs(pid, dataDir)
  const { times, seconds } = await searchAll(url, keywords.slice(40), clients)
  const after = cpuMs(pid, dataDir)
  const memory = memoryMb(pid, dataDir)
  child.send('stop')
  await once(child, 'exit')
  const perSecond = times.length / seconds
  const nodeMs = (after.node - before.node) / times.length
  const databaseMs = (after.database - before.database) / times.length
  console.log(
    `WORKERS=${workers}: ${perSecond.toFixed(1)} a second, p50 ${percentile(times, 0.5).toFixed(1)} ms, ` +
      `p95 ${percentile(times, 0.95).toFixed(1)} ms; CPU a search: Node ${nodeMs.toFixed(1)} ms, ` +
      `PostgreSQL ${databaseMs.toFixed(1)} ms; memory: Node ${memory.node.toFixed(0)} MB, ` +
      `PostgreSQL ${memory.database.toFixed(0)} MB`,
  )
  return perSecond
}

for (let round = 0; round < Number(values.rounds); round += 1) {
  const one = await measure('1')
  const more = await measure(values.workers)
  console.log(`  ${(more / one).toFixed(2)} times as many with ${values.workers}`)
}
