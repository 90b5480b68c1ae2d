import { expect, onTestFinished, test } from 'vitest'
import { savedResultsReply } from '#contract/search.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { need, searchOnce } from '#tests/harness/search-calls.ts'
import { gatedSource, openStream, unknownCoverage } from '#tests/harness/stream-calls.ts'
import { openTestApp } from '#tests/harness/test-app.ts'

const twice = [
  makePost({ ...need('invoicing at the club'), sourceId: 'first1', community: 'clubs' }),
  makePost({
    ...need('invoicing at the club'),
    sourceId: 'again1',
    community: 'treasurers',
    createdAt: new Date('2026-02-01T00:00:00Z'),
  }),
]
const elsewhere = {
  source: 'reddit',
  id: 'again1',
  subreddit: 'treasurers',
  url: twice[1]?.url ?? null,
}

test('a post that stands in two communities is one result, then, later and in the CSV', async () => {
  const product = await openTestApp()
  onTestFinished(() => product.close())
  await product.storePosts([...twice, makePost({ title: 'Invoicing news', sourceId: 'other1' })])
  const answer = await searchOnce(product.app, 'invoicing')
  expect(answer.results.map(({ id, alsoPostedIn }) => [id, alsoPostedIn])).toEqual([
    ['first1', [elsewhere]],
    ['other1', undefined],
  ])
  expect(answer.count).toBe(2)

  const readAgain = async () =>
    savedResultsReply.parse((await product.app.inject(`/api/search-results/${answer.sessionId}`)).json())
  expect((await readAgain()).results).toEqual(answer.results)
  const { rows } = await product.database.pool.query('select results_count from search_sessions')
  expect(rows).toEqual([{ results_count: 2 }])
  const csv = await product.app.inject(`/api/download/${answer.sessionId}`)
  expect(csv.body.match(/^\ufeff?"(first1|other1|again1)",/gmu)).toEqual(['"first1",', '"other1",'])

  // If the shown post is deleted, its duplicate is shown instead.
  await product.database.pool.query("delete from archive_posts where source_id = 'first1'")
  expect((await readAgain()).results.map(({ id, alsoPostedIn }) => [id, alsoPostedIn])).toEqual([
    ['again1', undefined],
    ['other1', undefined],
  ])
})

test('a live copy of an archived post is deduplicated in the stream as well', async () => {
  const [older, newer] = twice
  if (older === undefined || newer === undefined) throw new Error('two posts are made above')
  const slow = gatedSource('reddit', async () => ({
    posts: [{ post: newer }],
    coverage: unknownCoverage,
  }))
  const product = await openTestApp({ sources: (archive) => [archive, slow.source] })
  onTestFinished(() => product.close())
  await product.storePosts([older])
  const stream = await openStream(product.app, 'invoicing')
  const first = await stream.next()
  if (first.event !== 'results') throw new Error(first.event)
  expect(first.data.results.map(({ id, alsoPostedIn }) => [id, alsoPostedIn])).toEqual([
    ['first1', undefined],
  ])
  slow.open()
  const done = (await stream.rest()).at(-1)
  const place = { source: 'reddit', id: 'first1', match: 'title', alsoPostedIn: [elsewhere] }
  expect(done).toMatchObject({ event: 'done', data: { results: [], order: [place], count: 1 } })
})
