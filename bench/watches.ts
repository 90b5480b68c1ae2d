import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { readPostQuery } from '#server/features/archive/find/rank-stored.ts'
import { makeWatchNewsStore } from '#server/features/watches/watch-news-store.ts'
import { matchPosts, prepareQuery } from '#server/matching/match-posts.ts'
import { holdsWords, passesFilters } from '#server/matching/post-query-rules.ts'
import { saveFigures } from './save-figures.ts'
import { varyKeywords } from './varied-keywords.ts'

// Measures the CPU time of matching new posts with watches. Checks that the result is the same as if every
// pair were compared: npm run bench:watches -- --data FOLDER [--watches 10000] [--posts 1000]

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    watches: { type: 'string', default: '10000' },
    posts: { type: 'string', default: '1000' },
  },
})
if (values.data === undefined) {
  console.error('Name a data folder with posts: --data FOLDER')
  process.exit(2)
}
const database = await openDatabase({ databaseUrl: null, dataDir: resolve(values.data) }, 'command', () => {})
const store = makeArchiveSearchStore(database.db)
const news = makeWatchNewsStore(database.db, { free: 1, pro: 20 })

/** The number of posts that the follower reads at a time. */
const postsAtOnce = 500

async function readPosts(most: number) {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from archive_posts where not sample and language is null order by md5(id::text) limit $1',
    [most],
  )
  return news.readPosts(rows.map(({ id }) => Number(id)))
}

async function makeQueries(most: number) {
  const keywords = await varyKeywords(database.pool, most)
  const queries = []
  for (const { keyword } of keywords) {
    const asked = parseKeyword(keyword)
    if (asked.problems === undefined) queries.push(await readPostQuery(store, asked))
  }
  return queries
}

const posts = await readPosts(Number(values.posts))
const queries = await makeQueries(Number(values.watches))
const before = process.cpuUsage()
const prepared = queries.map(prepareQuery)
const found: number[][] = prepared.map(() => [])
for (let from = 0; from < posts.length; from += postsAtOnce) {
  const some = await matchPosts(prepared, posts.slice(from, from + postsAtOnce))
  for (const [at, matches] of some.entries()) found[at]?.push(...matches.map((index) => from + index))
}
const { user, system } = process.cpuUsage(before)
const seconds = (user + system) / 1e6

let differences = 0
for (const [at, { tree, query, communities }] of prepared.entries()) {
  const matched = new Set(found[at])
  for (const [index, post] of posts.entries()) {
    const alone =
      tree !== null &&
      passesFilters({ communities, filters: query.filters ?? {} }, post) &&
      holdsWords(tree, query.terms, post.words)
    if (alone !== matched.has(index)) differences += 1
  }
}
const matches = found.reduce((sum, one) => sum + one.length, 0)
const over = `${posts.length} posts with ${queries.length} watches`
console.log(
  `${over}: ${seconds.toFixed(2)} s of CPU, ${matches} matches, ${differences} differ from asking every pair`,
)
saveFigures('watches', {
  title: 'Watches',
  command: 'npm run bench:watches -- --data FOLDER',
  over,
  columns: ['CPU', 'matches', 'differences'],
  rows: [[`${seconds.toFixed(2)} s`, matches, differences]],
  bars: [{ what: 'CPU time of matching', measured: Number(seconds.toFixed(2)), most: 1, unit: 's' }],
})
await database.close()
