import { expect, onTestFinished, test } from 'vitest'
import { examplesReply } from '#contract/examples.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { loadStarterCollection } from '#server/features/archive/import/load-starter-collection.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { SourceError } from '#server/source-ports.ts'
import type { Replacements } from '#server/wiring/wired.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { need, searchOnce } from '#tests/harness/search-calls.ts'
import { openTestApp } from '#tests/harness/test-app.ts'

/** A new installation with its sample posts. */
async function openFresh(replaced: Replacements = {}) {
  const product = await openTestApp(replaced, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' })
  onTestFinished(() => product.close())
  await loadStarterCollection({ store: makeArchiveStore(product.database.db), scorer: shippedScorer() })
  return product
}

const smallFeed = () =>
  Array.from({ length: 20 }, (_, at) =>
    makePost({ source: 'feeds', sourceId: `item${at}`, title: `Release notes ${at}`, selftext: 'Bees.' }),
  )

const away: Replacements = {
  sources: (archive) => [
    archive,
    {
      name: 'hacker-news',
      timeLimitMs: 1000,
      search: () => Promise.reject(new SourceError('could not be reached')),
    },
  ],
}

/** The first search in the README. */
const first = 'invoices'

test('a fresh start answers the first search of the README, also offline', async () => {
  for (const replaced of [{}, away]) {
    const product = await openFresh(replaced)
    const { results } = await searchOnce(product.app, first)
    expect(results.length).toBeGreaterThan(5)
    expect(results.every(({ sample }) => sample)).toBe(true)
  }
})

test('one small feed empties neither the first search nor the examples, online or not', async () => {
  for (const replaced of [{}, away]) {
    const product = await openFresh(replaced)
    await product.storePosts(smallFeed())
    const { results, coverage } = await searchOnce(product.app, first)
    expect(results.length).toBeGreaterThan(5)
    const own = coverage.find(({ source }) => source === 'archive')
    expect(own?.leftOut).toContain('Few real posts match yet, so samples are shown too.')
    const { examples } = examplesReply.parse((await product.app.inject('/api/examples')).json())
    expect(examples.length).toBeGreaterThan(0)
  }
})

test('a real post is shown with the samples, and three real ones are shown alone', async () => {
  const product = await openFresh()
  await product.storePosts([makePost({ ...need(first), sourceId: 'real1' })])
  const { results } = await searchOnce(product.app, first)
  expect(results.map(({ id }) => id)).toContain('real1')
  expect(results.some(({ sample }) => sample)).toBe(true)
  const others = ['large', 'late'].map((kind) => makePost({ ...need(`${kind} ${first}`), sourceId: kind }))
  await product.storePosts(others)
  const { results: real } = await searchOnce(product.app, first)
  expect(real.map(({ id }) => id).sort()).toEqual(['large', 'late', 'real1'])
})

test('what neither real posts nor samples answer finds nothing', async () => {
  const product = await openFresh()
  await product.storePosts(smallFeed())
  expect((await searchOnce(product.app, 'xylophone')).results).toEqual([])
})
