import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExamplesReply, examplesReply } from '#contract/examples.ts'
import { savedResultsReply } from '#contract/search.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { need, searchOnce } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let now = new Date('2026-11-25T12:00:00Z')
let product: TestApp
let examples: ExamplesReply['examples']

const get = (url: string) => product.app.inject({ url })
const readExamples = async () => examplesReply.parse((await get('/api/examples')).json()).examples

beforeAll(async () => {
  product = await openTestApp({ clock: () => now })
  expect(await readExamples()).toEqual([])
  const many = (topic: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      makePost({ ...need(`${topic} in branch ${at}`), sourceId: `${topic}${at}`, community: `c${at}` }),
    )
  await product.storePosts([
    ...many('bookkeeping', 4),
    ...many('inventory', 6),
    ...many('scheduling', 5),
    ...many('budget', 3),
    ...many('time tracking', 2),
    makePost({ title: 'A spreadsheet', selftext: 'Is nice.' }),
  ])
  // The examples are not searched again at once.
  expect(await readExamples()).toEqual([])
  now = new Date('2026-11-25T12:01:00Z')
  examples = await readExamples()
})
afterAll(() => product.close())

test('the examples are the keywords that the archive answers best', () => {
  expect(examples.map(({ keyword }) => keyword)).toEqual(['spreadsheet', 'inventory', 'scheduling'])
})

test('their results open for anybody as often as they like, and count nowhere', async () => {
  const [, { sessionId, keyword } = { sessionId: '', keyword: '' }] = examples
  for (let round = 0; round < 4; round += 1) {
    const reply = savedResultsReply.parse((await get(`/api/search-results/${sessionId}`)).json())
    expect(reply).toMatchObject({ keyword, example: true })
    expect(reply.results).toHaveLength(6)
  }
  const [post] = savedResultsReply.parse((await get(`/api/search-results/${sessionId}`)).json()).results
  const path = `/api/search-results/${sessionId}`
  for (const url of [`${path}/brief`, `${path}/posts/reddit/${post?.id}`, `/api/download/${sessionId}`])
    expect((await get(url)).statusCode).toBe(200)
  const { rows } = await product.database.pool.query(
    'select (select count(*) from search_sessions)::integer as searches, (select count(*) from rate_limits)::integer as counted',
  )
  expect(rows).toEqual([{ searches: 0, counted: 0 }])
})

test('a post that is deleted leaves the examples, and a search is no example', async () => {
  const [, { sessionId } = { sessionId: '' }] = examples
  await product.database.pool.query(`delete from archive_posts where source_id = 'inventory0'`)
  const reply = savedResultsReply.parse((await get(`/api/search-results/${sessionId}`)).json())
  expect(reply.results).toHaveLength(5)
  const own = await searchOnce(product.app, 'inventory')
  const saved = savedResultsReply.parse((await get(`/api/search-results/${own.sessionId}`)).json())
  expect(saved.example).toBeUndefined()
})
