import { once } from 'node:events'
import { pino } from 'pino'
import { openDatabase } from '#server/database/open-database.ts'
import { runScan } from '#server/features/scan/work-on-scan.ts'
import { wireScan } from '#server/wiring/wire-scan.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { loadTestConfig } from '#tests/harness/load-test-config.ts'
import { madeFeed } from './made-feed.ts'
import { stillLive } from './still-live.ts'

/** `careless`: stores its position before the posts, which the product must not do. */
export type ScanProgramOptions = {
  databaseUrl: string
  communities: readonly string[]
  postsPerTarget: number
  careless: boolean
}

/**
 * A scan in a separate process that tests may kill. A message starts the scan. It prints each page that it
 * requests and each page that is stored.
 */
async function run(options: ScanProgramOptions): Promise<number> {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const { databaseUrl, communities, postsPerTarget, careless } = options
  const config = loadTestConfig({ SCAN_COMMUNITIES: communities.join(','), DATABASE_URL: databaseUrl })
  const database = await openDatabase(config, 'command', () => {})
  await once(process.stdin, 'data')
  const feed = madeFeed({ postsPerTarget, onPage: () => print('asked') })
  const parts = { config, database, logger: pino({ level: 'silent' }), clock: () => new Date(), workers }
  const { scanning } = wireScan({ ...parts, live: stillLive([feed]) })
  const { store } = scanning
  const savePageCarelessly: (typeof store)['savePage'] = async (task, place, _store) => {
    await store.savePage(task, place, async () => ({ inserted: 0 }))
    print('noted')
    return new Promise(() => {})
  }
  const outcome = await runScan(
    {
      ...scanning,
      store: careless ? { ...store, savePage: savePageCarelessly } : store,
      wait: async () => {},
      onPage: () => print('kept'),
      onTarget: () => {},
    },
    new AbortController().signal,
  )
  await database.close()
  return outcome.how === 'complete' && outcome.failed === 0 ? 0 : 1
}

const [options = ''] = process.argv.slice(2)
process.exit(await run(JSON.parse(options)))
