import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseKeyword } from '#contract/parse-keyword.ts'
import type { DiscussionSource, SourceAnswer } from '#server/source-ports.ts'
import { makePostFinder } from './find-posts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const nothing: SourceAnswer = {
  posts: [],
  coverage: { posts: 0, oldestPostAt: null, newestPostAt: null, sample: false, leftOut: null },
}

/** The sources that fail if each source takes this long and has a timeout of five seconds. */
async function findFailed(afterMs: number, isCrowded: boolean): Promise<string[]> {
  const slow = (name: string): DiscussionSource => ({
    name,
    timeLimitMs: 5_000,
    search: () => new Promise((resolve) => setTimeout(() => resolve(nothing), afterMs)),
  })
  const quick: DiscussionSource = { name: 'quick', timeLimitMs: 5_000, search: async () => nothing }
  const finder = makePostFinder({
    sources: { listSources: async () => [slow('archive'), slow('site'), quick] },
    watchSource: (source) => source,
    archiver: { storePosts: async () => [] },
    isCrowded: () => isCrowded,
    liveAnswers: { recall: () => null, isAsking: () => false, ask: (_, ask) => ask() },
    warn: () => {},
  })
  const { findPosts } = await finder.openSources()
  const { whole } = findPosts({ ...parseKeyword('invoices'), mayAskLive: true })
  await vi.advanceTimersByTimeAsync(afterMs)
  const { coverage } = await whole
  return coverage.flatMap(({ source, failed }) => (failed === null ? [] : [`${source} ${failed}`]))
}

test('the archive of a slow machine is waited for while few people search, a site is not', async () => {
  expect(await findFailed(14_000, false)).toEqual(['site did not answer in time'])
})

test('while many wait for their search the archive has its five seconds', async () => {
  const failed = ['archive did not answer in time', 'site did not answer in time']
  expect(await findFailed(14_000, true)).toEqual(failed)
})

test('the archive is not waited for without end', async () => {
  const failed = ['archive did not answer in time', 'site did not answer in time']
  expect(await findFailed(16_000, false)).toEqual(failed)
})
