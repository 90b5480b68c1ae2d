import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { savedResultsReply } from '#contract/search.ts'
import { searchBriefReply } from '#contract/search-brief.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { need, search, searchOnce } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const keyword = 'customer support'
/** A text of many different words: the ranking takes their number as the length of a post. */
const other = Array.from({ length: 250 }, (_, at) => `Boat number${at} was painted.`).join(' ')
/** The text of a strong need that contains both words of the keyword, far apart and in another sense. */
const strayText = `A customer came by. ${need('mixing paint').selftext} ${other} The support of the mast is oak.`

type Row = Record<string, string>

let product: TestApp

beforeAll(async () => {
  product = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' })
  await product.storePosts([
    makePost({ title: 'Customer support by mail', selftext: 'We answer it in turns.', sourceId: 'about1' }),
    makePost({ ...need('customer support'), sourceId: 'about2' }),
    makePost({ title: need('mixing paint').title, selftext: strayText, sourceId: 'stray1' }),
  ])
})
afterAll(() => product.close())

test('what is likely about something else comes last, however strong, and says so whenever it is read', async () => {
  const { results, sessionId } = await searchOnce(product.app, keyword)
  expect(results.map(({ id, offTopic }) => [id, offTopic])).toEqual([
    ['about2', undefined],
    ['about1', undefined],
    ['stray1', true],
  ])
  const [, weak, stray] = results
  expect(stray?.opportunityScore).toBeGreaterThan(weak?.opportunityScore ?? 100)
  const saved = await product.app.inject({ url: `/api/search-results/${sessionId}` })
  expect(savedResultsReply.parse(saved.json()).results).toEqual(results)
  const { rows: counts } = await product.database.pool.query(
    'select results_count as count from search_sessions',
  )
  expect(counts).toEqual([{ count: 3 }])
  const whole = await product.app.inject({ url: `/api/search-results/${sessionId}/posts/reddit/stray1` })
  expect(whole.json()).toMatchObject({ id: 'stray1', offTopic: true })
  const csv = await product.app.inject({ url: `/api/download/${sessionId}` })
  const rows = parse(csv.rawPayload, { bom: true, columns: true, record_delimiter: '\r\n' }) as Row[]
  expect(rows.map((row) => row.keyword_match)).toEqual(['title', 'title', 'off topic'])
})

test('what is likely about something else is no need of the keyword', async () => {
  const { sessionId } = await searchOnce(product.app, keyword)
  const brief = await product.app.inject({ url: `/api/search-results/${sessionId}/brief` })
  const { needs, toldOnce, posts } = searchBriefReply.parse(brief.json())
  expect({ needs, toldOnce: toldOnce.map(({ quote }) => quote.id), posts }).toEqual({
    needs: [],
    toldOnce: ['about2'],
    posts: 1,
  })
})

test('results that a version before saved are read as before', async () => {
  const { sessionId } = await searchOnce(product.app, keyword)
  await product.database.pool.query('update search_results set off_topic = null')
  const saved = await product.app.inject({ url: `/api/search-results/${sessionId}` })
  expect(savedResultsReply.parse(saved.json()).results.map(({ id, offTopic }) => [id, offTopic])).toEqual([
    ['about2', undefined],
    ['about1', undefined],
    ['stray1', undefined],
  ])
})

test('alone it is the answer, and still says so', async () => {
  const reply = await search(product.app, 'mast came')
  expect(
    reply.json().results.map(({ id, offTopic }: { id: string; offTopic?: true }) => [id, offTopic]),
  ).toEqual([['stray1', true]])
})
