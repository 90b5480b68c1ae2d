import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { countWords } from '#server/features/archive/store/count-words.ts'
import { makeWordCountStore } from '#server/features/archive/store/word-count-store.ts'
import { shippedThesaurus } from '#server/matching/shipped-thesaurus.ts'
import { madeArchive } from '#tests/harness/made-archive.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { type ArchiveSearchStore, makeArchiveSearchStore } from '../archive-search-store.ts'
import { archiveSource } from '../search-archive.ts'
import { type ArchiveIndex, indexedSearch, openArchiveIndex } from './archive-index.ts'
import { IndexWriter } from './follow-archive.ts'
import { makeIndexedPostsStore } from './indexed-posts-store.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const { signal } = new AbortController()
const searchable = 1_500

let database: TestDatabase
let folder: TemporaryDataDir
let store: ArchiveSearchStore
let index: ArchiveIndex
let writer: IndexWriter
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await makeTemporaryDataDir()
  const posts = madeArchive(searchable)
  await save(posts.slice(0, 1_000))
  writer = new IndexWriter(makeIndexedPostsStore(database.pool), folder.path)
  await writer.open(signal)
  // Several segments. Posts in newer segments replace posts in older ones.
  await save(posts.slice(1_000, 1_200))
  await writer.follow(signal)
  await save(posts.slice(0, 20).map((post) => ({ ...post, opportunityScore: 100 - post.opportunityScore })))
  await writer.follow(signal)
  await save(posts.slice(1_200), posts.slice(20, 40))
  await save(madeArchive(20, { sample: true, source: 'sample' }))
  await writer.follow(signal)
  await countWords({ store: makeWordCountStore(database.db) }, 100_000)
  store = makeArchiveSearchStore(database.db)
  index = openArchiveIndex(folder.path, () => store.listBusinessShares())
  await index.refresh()
})
afterAll(async () => {
  index.close()
  await writer.close()
  await database.close()
  await folder.remove()
})

async function save(scored: ReturnType<typeof madeArchive>, deleted: ReturnType<typeof madeArchive> = []) {
  await makeArchiveStore(database.db).save({ scored, restated: [], deleted })
}

function fail(message: string, cause: unknown): never {
  throw new Error(message, { cause })
}

async function ask(searched: ArchiveSearchStore, keyword: string) {
  const thesaurus = shippedThesaurus()
  const source = archiveSource({ store: searched, thesaurus, suggestSpelling: async () => null })
  const { posts, coverage } = await source.search(parseKeyword(keyword), {
    posts: limits.resultsPerSearch,
    signal,
  })
  const found = posts.flatMap((one) =>
    'rank' in one
      ? [[one.post.archiveId, one.match, one.offTopic, one.occurrences, Number(one.rank.toPrecision(5))]]
      : [],
  )
  return { found, coverage }
}

/** Keywords of every kind. The last keyword of each kind finds little or nothing. */
const keywords = [
  ['time', 'invoice', 'spreadsheet', 'customers', 'hours', 'zebrafolk'],
  ['time tracking', 'manual work', 'invoices clients', 'every week', 'hours zebrafolk'],
  ['"every week"', '"spend hours"', '"of the"', '"hours of work"', '"zebra folk"'],
  ['track time for clients', 'is there a tool for invoices', 'small business spreadsheet hours week client'],
  ['time -invoice', 'clients -"every week"', 'spreadsheet -spreadsheet', '-time'],
  [
    'invoice in:smallbusiness',
    'time in:SmallBusiness,freelance',
    'time in:nowhere',
    'zebrafolk in:Freelance,nowhere',
  ],
  ['e-mail', 'follow-up', 'time-tracking', 'set-up costs', 'email', 'todo'],
  ['accounting', 'scheduling', 'crm', 'accounting software', 'inventory app', 'payroll scheduling'],
  [
    'time OR invoice',
    '(time OR hours) client',
    'clients -(time OR invoice)',
    '"every week" OR payroll',
    'x OR zebrafolk',
  ],
  [
    'time after:2025-01-20',
    'time before:2025-02',
    'time score:60',
    'time signal:money',
    'time -signal:question',
  ],
  ['time source:reddit', 'time -source:reddit', '(crm OR payroll) after:2025-01-10 -signal:promo score:30'],
  ['c++', '.net time', 'r&d', '24/7 support', "client's", 'the', 'a the of'],
].flat()

test.each(keywords)('the index gives the answer of PostgreSQL for %s', async (keyword) => {
  expect(index.version()).not.toBe('')
  const [before, after] = [await ask(store, keyword), await ask(indexedSearch(store, index, fail), keyword)]
  expect(after).toEqual(before)
})

test('most of these keywords find posts, and some find many', async () => {
  const counts = []
  for (const keyword of keywords) counts.push((await ask(store, keyword)).found.length)
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(keywords.length / 2)
  expect(Math.max(...counts)).toBe(limits.resultsPerSearch)
})

test('while the index is missing or cannot be read, PostgreSQL answers', async () => {
  const missing = openArchiveIndex(`${folder.path}/nowhere`, () => store.listBusinessShares())
  await missing.refresh()
  expect(await ask(indexedSearch(store, missing, fail), 'time')).toEqual(await ask(store, 'time'))
  const broken = { ...index, listCandidates: async () => fail('broken', null), listMeant: async () => null }
  const said: string[] = []
  const searched = indexedSearch(store, broken, (message) => said.push(message))
  expect(await ask(searched, 'time')).toEqual(await ask(store, 'time'))
  expect(said).toEqual(['The search index could not be read; PostgreSQL answers'])
  missing.close()
})
