import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open-database.ts'
import { percentile, showTimes } from './percentile.ts'
import { saveFigures } from './save-figures.ts'
import { sampleKeywords } from './search-keywords.ts'
import { startSearchServer } from './start-search-server.ts'
import { timeSearch } from './time-search.ts'

// Measures how much slower a search is in a larger archive. Searches in both archives alternate: npm run
// bench:size -- --data FOLDER --large FOLDER

const { values } = parseArgs({ options: { data: { type: 'string' }, large: { type: 'string' } } })
if (values.data === undefined || values.large === undefined) {
  console.error('Name a data folder with posts and one with more of them: --data FOLDER --large FOLDER')
  process.exit(2)
}
const rounds = 4

async function openArchive(folder: string) {
  const dataDir = resolve(folder)
  const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
  const { rows } = await database.pool.query(
    'select count(*)::integer as posts from archive_posts where not sample',
  )
  const keywords = await sampleKeywords(database.pool)
  const { child, url } = await startSearchServer(dataDir)
  const close = async () => {
    child.send('stop')
    await once(child, 'exit')
    await database.close()
  }
  return { posts: Number(rows[0]?.posts), keywords, url, times: [] as number[], close }
}

const small = await openArchive(values.data)
const large = await openArchive(values.large)
for (const { keywords, url } of [small, large])
  for (const { keyword } of keywords) await timeSearch(url, keyword)
for (let round = 0; round < rounds; round += 1)
  for (const { keywords, url, times } of [small, large])
    for (const { keyword } of keywords) times.push(await timeSearch(url, keyword))
for (const { posts, times } of [small, large]) showTimes(`search over ${posts} posts`, times)
const ratioAt = (share: number) => percentile(large.times, share) / percentile(small.times, share)
console.log(`ratios: p50 ${ratioAt(0.5).toFixed(2)}, p95 ${ratioAt(0.95).toFixed(2)}`)
await small.close()
await large.close()

const named = ({ posts }: { posts: number }) => `${posts.toLocaleString('en')} posts`
saveFigures(`search-${large.posts}`, {
  title: `Search over ${named(large)}`,
  command: 'npm run bench:size -- --data FOLDER --large FOLDER',
  over: `\`POST /api/search\` over HTTP without the result cache, 150 keywords drawn from each archive, alternating between the two.`,
  columns: ['milliseconds', 'p50', 'p95'],
  rows: [small, large].map((archive) => [
    named(archive),
    ...[0.5, 0.95].map((share) => percentile(archive.times, share).toFixed(1)),
  ]),
  bars: [
    {
      what: `p95 beside that over ${named(small)}`,
      measured: Number(ratioAt(0.95).toFixed(1)),
      most: 3,
      unit: ' times',
    },
  ],
})
