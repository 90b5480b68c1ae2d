import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserProduct, startBrowserProduct } from './browser-product.ts'
import { test as shared } from './browser-test.ts'
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

/** The journeys' test with real posts in the archive and a live source controlled by the test. */
export const test = shared.extend<Live>({
  live: [
    async ({ browserName }, use) => {
      const hackerNews = await startFakeHackerNews()
      const product = await startBrowserProduct(`${browserName}-live`, {
        ...hackerNews.environment,
        SOURCE_TIME_LIMIT_MS: '60000',
      })
      const dump = join(product.dataDir, 'made.ndjson')
      await writeFile(dump, dumpLines())
      await promisify(execFile)(process.execPath, ['scripts/archive-import.ts', dump], {
        cwd: root,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: product.dataDir },
      })
      await use({ ...product, hackerNews })
      await product.stop()
      await hackerNews.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ live }, use) => use(live.url),
})
