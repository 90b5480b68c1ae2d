import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { limits } from '#contract/limits.ts'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { indexedSearch, openArchiveIndex } from '#server/features/archive/find/index/archive-index.ts'
import { archiveSource } from '#server/features/archive/find/search-archive.ts'
import { shippedThesaurus } from '#server/matching/shipped-thesaurus.ts'
import { varyKeywords } from './varied-keywords.ts'

// Compares the posts that the index finds with those that PostgreSQL finds, for keywords of every kind: npm
// run bench:answers -- --data FOLDER

const { values } = parseArgs({
  options: { data: { type: 'string' }, keywords: { type: 'string', default: '408' } },
})
if (values.data === undefined) {
  console.error('Name a data folder with posts and their index: --data FOLDER')
  process.exit(2)
}
const dataDir = resolve(values.data)
const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
const store = makeArchiveSearchStore(database.db)
const index = openArchiveIndex(dataDir, () => store.listBusinessShares())
await index.refresh()
if (index.version() === '') throw new Error('There is no index yet: start the product once on this folder')

const sourceOf = (searched: typeof store) =>
  archiveSource({ store: searched, thesaurus: shippedThesaurus(), suggestSpelling: async () => null })
const fail = (message: string, cause: unknown) => {
  throw new Error(message, { cause })
}
const sources = [sourceOf(store), sourceOf(indexedSearch(store, index, fail))] as const

const spent = [0, 0]
async function find(which: 0 | 1, keyword: string): Promise<string[]> {
  const query = parseKeyword(keyword)
  const startedAt = performance.now()
  const { posts } = await sources[which].search(query, {
    posts: limits.resultsPerSearch,
    signal: AbortSignal.timeout(60_000),
  })
  spent[which] = (spent[which] ?? 0) + performance.now() - startedAt
  return posts
    .flatMap((one) =>
      'rank' in one ? [{ id: one.post.archiveId, rank: one.rank, offTopic: one.offTopic }] : [],
    )
    .map(({ id, offTopic }) => `${id}${offTopic ? ' off topic' : ''}`)
}

const keywords = await varyKeywords(database.pool, Number(values.keywords))
let same = 0
const others: string[] = []
for (const { keyword, kind } of keywords) {
  const [before, after] = [await find(0, keyword), await find(1, keyword)]
  if (before.join() === after.join()) {
    same += 1
    continue
  }
  const both = before.filter((one) => after.includes(one)).length
  const first = before.findIndex((one, at) => after[at] !== one)
  others.push(
    `${kind}: ${keyword}: ${both} of ${before.length} and ${after.length}, first difference at ${first + 1}`,
  )
}
index.close()
await database.close()
console.log(
  `${same} of ${keywords.length} in the same order (${((100 * same) / keywords.length).toFixed(1)}%)`,
)
for (const line of others) console.log(line)
console.log(`milliseconds in all: PostgreSQL ${spent[0]?.toFixed(0)}, index ${spent[1]?.toFixed(0)}`)
