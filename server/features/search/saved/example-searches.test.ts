import { expect, test } from 'vitest'
import type { ArchivedPost } from '#server/source-ports.ts'
import { makePost, unscored } from '#tests/harness/make-post.ts'
import { makeExampleSearches } from './example-searches.ts'

const hour = 3_600_000

const post = { ...makePost({}), ...unscored, opportunityScore: 70, scorerVersion: 'x', archiveId: 1 }
const posts = Array.from({ length: 3 }, () => ({
  post: post as unknown as ArchivedPost,
  match: 'title' as const,
  offTopic: false,
}))

test('examples are made again when the archive has changed, and at most every six hours', async () => {
  let [now, version, asked] = [0, 'a', 0]
  const examples = makeExampleSearches({
    finder: {
      findInArchive: async () => {
        asked += 1
        return { posts, coverage: [] }
      },
    },
    archiveVersion: async () => version,
    clock: () => new Date(now),
  })
  expect(await examples.list()).toHaveLength(3)
  const once = asked
  now = 7 * hour
  expect(await examples.list()).toHaveLength(3)
  expect(asked).toBe(once)
  version = 'b'
  now = 12 * hour
  await examples.list()
  expect(asked).toBe(once)
  now = 14 * hour
  await examples.list()
  expect(asked).toBe(2 * once)
})

test('an example that could not be searched is searched for again after a minute, though the archive is the same', async () => {
  let [now, fails] = [0, true]
  const answered = new Set(['budget', 'inventory', 'scheduling'])
  const examples = makeExampleSearches({
    finder: {
      findInArchive: async ({ keyword }) => {
        if (keyword === 'inventory' && fails) return null
        return { posts: answered.has(keyword) ? posts : [], coverage: [] }
      },
    },
    archiveVersion: async () => 'a',
    clock: () => new Date(now),
  })
  const listed = async () => (await examples.list()).map(({ keyword }) => keyword).sort()
  expect(await listed()).toEqual(['budget', 'scheduling'])
  fails = false
  now = 59_000
  expect(await listed()).toEqual(['budget', 'scheduling'])
  now = 61_000
  expect(await listed()).toEqual(['budget', 'inventory', 'scheduling'])
})
