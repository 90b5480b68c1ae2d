import { describe, expect, test } from 'vitest'
import { makeListing, makeRedditData, startFakeReddit } from '#tests/harness/fake-reddit.ts'
import type { FakeReply } from '#tests/harness/fake-source.ts'
import { makeQuery, noSignal } from '#tests/harness/source-parts.ts'
import { redditSource, untilRedditCloses } from './reddit-source.ts'

async function searchOn(day: string, reply: FakeReply) {
  const reddit = await startFakeReddit(() => reply)
  const { source } = redditSource(reddit)
  const limits = { posts: 100, signal: noSignal }
  return untilRedditCloses(source, () => new Date(day)).search(makeQuery('invoicing'), limits)
}

const onePost = { body: makeListing([makeRedditData()]) }

describe('the end of the public API', () => {
  test('changes nothing in the answers of 2026', async () => {
    const { posts, coverage } = await searchOn('2026-12-31T23:59:59Z', onePost)
    expect([posts.length, coverage.leftOut]).toEqual([1, expect.not.stringContaining('closes')])
  })

  test.each([
    ['2027-01-01T00:00:00Z', 'Reddit closes its public API in March 2027.'],
    [
      '2027-03-01T00:00:00Z',
      'Reddit announced the end of its public API for March 2027, so that newer posts may be missing.',
    ],
  ])('is announced with every answer of %s', async (day, sentence) => {
    const { posts, coverage } = await searchOn(day, onePost)
    expect([posts.length, coverage.leftOut]).toEqual([
      1,
      expect.stringMatching(/^It returned 1 post, .*\. Reddit/u),
    ])
    expect(coverage.leftOut?.endsWith(sentence)).toBe(true)
  })

  test('is given beside the reason of a refusal', async () => {
    await expect(searchOn('2027-01-13T00:00:00Z', { status: 403 })).rejects.toThrow(
      'refused (status 403); Reddit closes its public API in March 2027',
    )
    await expect(searchOn('2026-12-01T00:00:00Z', { status: 403 })).rejects.toThrow(
      /^refused \(status 403\)$/u,
    )
  })
})
