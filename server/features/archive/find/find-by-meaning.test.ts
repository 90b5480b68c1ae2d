import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { readThesaurus } from '#server/matching/keyword-rules.ts'
import { makeScoredPost } from '#tests/harness/make-post.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeArchiveSearchStore } from './archive-search-store.ts'
import { archiveSource } from './search-archive.ts'

const title = 'Is there a list of wholesale suppliers of spouts?'
const posts = [
  { sourceId: 'kettle', title: 'Kettles', score: 50 },
  { sourceId: 'meant', title, score: 60 },
  { sourceId: 'tea', title, selftext: 'For tea.', community: 'tea', score: 60 },
  { sourceId: 'one', title: 'Is there a list of suppliers?', score: 90 },
  { sourceId: 'weak', title, score: limits.potentialScore - 1 },
  { sourceId: 'sample', title, score: 60, sample: true },
]

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await makeArchiveStore(database.db).save({ scored: posts.map(makeScoredPost), restated: [], deleted: [] })
})
afterAll(() => database.close())

async function find(keyword: string) {
  const source = archiveSource({
    store: makeArchiveSearchStore(database.db),
    thesaurus: readThesaurus('kettle\twhat tea shops sell\twholesale supplier spout\n'),
    suggestSpelling: async () => null,
  })
  const answer = await source.search(parseKeyword(keyword), { posts: 9, signal: AbortSignal.timeout(5_000) })
  return answer.posts.map((one) => `${one.post.sourceId} ${'match' in one ? one.match : ''}`).sort()
}

test('posts with enough words for what the keyword means are found without it', async () => {
  expect(await find('kettles')).toEqual(['kettle title', 'meant related', 'sample related', 'tea related'])
})

test('what is excluded, or outside the communities that are asked, is not', async () => {
  expect(await find('kettles -tea')).toEqual(['kettle title', 'meant related', 'sample related'])
  expect(await find('kettles in:tea')).toEqual(['tea related'])
})

test('a keyword in quotes is found as it is written', async () => {
  expect(await find('"kettles"')).toEqual(['kettle title'])
})
