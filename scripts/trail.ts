import { mkdtemp, rm } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { loadConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { loadStarterCollection } from '#server/features/archive/import/load-starter-collection.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { makeLogger } from '#server/operations/logger.ts'
import { workersHere } from '#server/wiring/wire-workers.ts'
import { wireApp } from '#server/wiring/wiring.ts'

// Lists, by folder, the files of server/ that one search uses from request to reply. A file is used if one of
// its functions runs. Uses a temporary embedded database, or an empty one that is given: npm run trail --
// [DATABASE_URL]

const root = join(import.meta.dirname, '..')
const [databaseUrl] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'unmet-trail-'))
const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, HACKER_NEWS: 'off' })
const database = await openDatabase(config, 'product', () => {})

async function openApp() {
  await loadStarterCollection({ store: makeArchiveStore(database.db), scorer: shippedScorer() })
  const given = {
    config,
    database,
    logger: makeLogger('silent'),
    workers: workersHere,
    replaced: {},
  }
  return (await wireApp(given, 'http://127.0.0.1:3000')).app
}

async function filesRunBy(work: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(
      ({ url, functions }) => url.startsWith('file:') && functions.some(({ ranges }) => ranges[0]?.count),
    )
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .filter((path) => path.startsWith('server/'))
}

try {
  const app = await openApp()
  const search = async (keyword: string) => {
    const reply = await app.inject({ method: 'POST', url: '/api/search', payload: { keyword } })
    if (reply.statusCode !== 200) throw new Error(`"${keyword}" was not searched: ${reply.body}`)
  }
  // The first search also computes values that later searches use again, so it is not measured.
  await search('inventory')
  // On a slow machine, a search may also check connections. These checks are not part of every search.
  const again = await filesRunBy(() => search('scheduling'))
  const files = (await filesRunBy(() => search('invoice'))).filter((path) => again.includes(path))
  for (const path of files.sort()) console.log(path)
  console.log(`${files.length} files`)
  await app.close()
} finally {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}
