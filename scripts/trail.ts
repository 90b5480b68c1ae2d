import { mkdtemp, rm } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { makeArchiveStore } from '#server/features/archive/archive-store.ts'
import { loadStarterCollection } from '#server/features/archive/load-starter-collection.ts'
import { makeLogger } from '#server/logger.ts'
import { wireApp } from '#server/wiring.ts'

// The files of server/ in which something runs while one search is answered, from its request to its reply: npm run trail

const root = join(import.meta.dirname, '..')

/** The files under server/ of which a function ran during the work, with the names of those functions. */
async function trailOf(work: () => Promise<void>): Promise<Map<string, string[]>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const trail = new Map<string, string[]>()
  for (const { url, functions } of result) {
    if (!url.startsWith('file:')) continue
    const path = relative(root, fileURLToPath(url))
    const ran = functions.filter(({ ranges: [range] }) => range !== undefined && range.count > 0)
    if (path.startsWith('server/') && ran.length > 0) {
      trail.set(
        path,
        ran.map(({ functionName }) => functionName),
      )
    }
  }
  return trail
}

async function search(app: Awaited<ReturnType<typeof wireApp>>['app'], keyword: string): Promise<void> {
  const reply = await app.inject({ method: 'POST', url: '/api/search', payload: { keyword } })
  const { count } = reply.json<{ count: number }>()
  if (reply.statusCode !== 200 || count === 0) throw new Error(`"${keyword}" found nothing: ${reply.body}`)
}

const dataDir = await mkdtemp(join(tmpdir(), 'unmet-trail-'))
const config = loadConfig({ DATA_DIR: dataDir, HACKER_NEWS: 'off', PORT: '0' })
const logger = makeLogger('silent')
const database = await openDatabase(config, 'product', () => {})
try {
  const { scorePost, version: scorerVersion } = shippedScorer()
  await loadStarterCollection({ store: makeArchiveStore(database.db), scorePost, scorerVersion })
  const { app } = await wireApp({ config, database, logger, replaced: {} }, 'http://127.0.0.1:3000')
  // The first search also opens what the product keeps.
  await search(app, 'inventory')
  const trail = await trailOf(() => search(app, 'invoice'))
  for (const [path, functions] of [...trail].sort()) console.log(`${path}: ${functions.join(', ')}`)
  console.log(`${trail.size} files of server/ run for one search`)
  await app.close()
} finally {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}
