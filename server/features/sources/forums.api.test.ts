import { expect, onTestFinished, test } from 'vitest'
import { searchReply } from '#contract/search.ts'
import { makeTopic, startFakeDiscourse } from '#tests/harness/fake-discourse.ts'
import { makePiefedView, makePostView, startFakeLemmy } from '#tests/harness/fake-lemmy.ts'
import { search } from '#tests/harness/search-calls.ts'
import { openTestApp } from '#tests/harness/test-app.ts'

async function openWith(environment: Record<string, string>) {
  const app = await openTestApp({}, { SOURCE_TIME_LIMIT_MS: '60000', ...environment })
  onTestFinished(() => app.close())
  const answerOf = async (keyword: string) => searchReply.parse((await search(app.app, keyword)).json())
  return { ...app, answerOf }
}

const cooked = '<p>I waste hours on invoicing every week and would pay for a tool.</p>'

test('a forum is searched, its topics are scored and stored, and it is called by its host', async () => {
  const forum = await startFakeDiscourse(() => [
    makeTopic({ id: 7, title: 'A tool for invoicing?' }, { cooked }),
  ])
  const { host } = new URL(forum.url)
  const live = await openWith({ DISCOURSE_FORUMS: forum.url, PRIVATE_HOSTS: host })
  const { results, coverage } = await live.answerOf('invoicing')
  const source = host.replace(':', '-')
  expect(results).toMatchObject([
    { source, id: '7', subreddit: `${source}: Feature & wishes`, url: `${forum.url}/t/7` },
  ])
  expect(results[0]?.opportunityScore).toBeGreaterThan(0)
  expect(coverage).toContainEqual(expect.objectContaining({ source, failed: null }))
  const { rows } = await live.database.pool.query('select source, source_id from archive_posts')
  expect(rows).toEqual([{ source, source_id: '7' }])
})

test('instances of Lemmy and PieFed are searched, each a source of its own', async () => {
  const name = 'A tool for invoicing?'
  const lemmy = await startFakeLemmy(() => [makePostView({ id: 1, name })])
  const piefed = await startFakeLemmy(() => [makePiefedView({ id: 1, name: `${name} Or two?` })])
  const live = await openWith({
    LEMMY_INSTANCES: lemmy.url,
    PIEFED_INSTANCES: piefed.url,
    PRIVATE_HOSTS: '127.0.0.1',
  })
  const { results, coverage } = await live.answerOf('invoicing')
  const sources = [lemmy, piefed].map(({ url }) => new URL(url).host.replace(':', '-'))
  expect(new Set(results.map(({ source }) => source))).toEqual(new Set(sources))
  expect(coverage.slice(1)).toMatchObject(sources.map((source) => ({ source, failed: null })))
})

test('a forum in a network of our own is not asked until the operator names its host', async () => {
  const forum = await startFakeDiscourse(() => [makeTopic({ id: 7 })])
  const live = await openWith({ DISCOURSE_FORUMS: forum.url })
  const { coverage } = await live.answerOf('invoicing')
  expect(coverage.at(-1)?.failed).toContain('PRIVATE_HOSTS')
  expect(forum.requests).toEqual([])
})
