import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserProduct, makeDataDir, startBrowserProduct } from './browser-product.ts'
import { test as shared } from './browser-test.ts'
import { compileCache } from './compile-cache.ts'
import { type FakeHackerNews, startFakeHackerNews } from './fake-hacker-news.ts'

const root = join(import.meta.dirname, '../..')

/** Posts of a made-up dump: the better ones first. */
function dumpLines(): string {
  const posts = Array.from({ length: 12 }, (_, at) => ({
    id: `ledger${at}`,
    subreddit: `bookkeeping${at}`,
    title: `Our ledger at the club, part ${at}: what ${'abcdefghijkl'.charAt(at)} does`,
    selftext: `The ledger of page ${at} has a blue cover, and was read by ${at + 2} people last year.`,
    created_utc: 1_780_000_000 + at,
    score: 5,
    num_comments: 2,
    permalink: `/r/bookkeeping${at}/comments/ledger${at}/`,
  }))
  return posts.map((post) => `${JSON.stringify(post)}\n`).join('')
}

type Live = { live: BrowserProduct & { hackerNews: FakeHackerNews } }
type WithPosts = {
  /** A data folder whose archive has the made-up posts; each test gets a copy of its database. */
  imported: string
}

/** The journeys' test with real posts in the archive and a live source controlled by the test. */
export const test = shared.extend<Live, WithPosts>({
  imported: [
    async ({ browserName }, use) => {
      const dataDir = await makeDataDir(`${browserName}-imported`)
      const dump = join(dataDir, 'made.ndjson')
      await writeFile(dump, dumpLines())
      await promisify(execFile)(process.execPath, ['scripts/archive-import.ts', dump], {
        cwd: root,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, ...compileCache },
      })
      await use(dataDir)
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  live: [
    async ({ browserName, imported }, use) => {
      const hackerNews = await startFakeHackerNews()
      const environment = { ...hackerNews.environment, SOURCE_TIME_LIMIT_MS: '60000' }
      const product = await startBrowserProduct(`${browserName}-live`, environment, imported)
      await use({ ...product, hackerNews })
      await product.stop()
      await hackerNews.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ live }, use) => use(live.url),
})
