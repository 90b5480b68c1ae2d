import { describe, expect, test } from 'vitest'
import { countsMessage } from './instance-line.tsx'

const none = {
  accounts: 0,
  posts: 0,
  threadsReadLastDay: 0,
  searchedLive: [],
  searchedLiveCount: 0,
  feeds: 0,
  newestPostAt: null,
}
const now = new Date('2026-11-21T12:00:00Z')

describe('the line about this installation', () => {
  test('a new installation says that it has sample posts, and claims no "hundreds" or "thousands"', () => {
    expect(countsMessage(none, now)).toEqual([
      'This site searches a starter collection of sample posts until its operator adds real ones.',
    ])
  })

  test('an installation with real posts shows their number', () => {
    expect(countsMessage({ ...none, posts: 131_326 }, now)).toEqual([
      'This site searches 131,326 posts from public discussions.',
    ])
    expect(countsMessage({ ...none, posts: 1 }, now)).toEqual([
      'This site searches 1 post from public discussions.',
    ])
  })

  test('"hundreds of founders" appears from 200 accounts on', () => {
    expect(countsMessage({ ...none, accounts: 199 }, now).join(' ')).not.toMatch(/founders/u)
    expect(countsMessage({ ...none, accounts: 200 }, now)[1]).toBe(
      'Hundreds of founders have an account here.',
    )
    expect(countsMessage({ ...none, accounts: 10_000 }, now)[1]).toBe(
      'Thousands of founders have an account here.',
    )
  })

  test('"thousands of threads" appears from 2,000 threads a day on', () => {
    expect(countsMessage({ ...none, threadsReadLastDay: 1_999 }, now)[1]).toBe(
      'Hundreds of threads were read in the last 24 hours.',
    )
    expect(countsMessage({ ...none, threadsReadLastDay: 2_000 }, now)[1]).toBe(
      'Thousands of threads were read in the last 24 hours.',
    )
    expect(countsMessage({ ...none, threadsReadLastDay: 20 }, now).join(' ')).not.toMatch(/threads/u)
  })

  test.each([
    ['2026-11-21T11:30:00Z', 'the newest less than an hour old'],
    ['2026-11-21T11:00:00Z', 'the newest an hour old'],
    ['2026-11-20T11:00:00Z', 'the newest 25 hours old'],
    ['2026-11-18T11:00:00Z', 'the newest 3 days old'],
    ['2026-01-02T11:00:00Z', 'the newest of Jan 2, 2026'],
  ])('a newest post of %s is described as %s', (newestPostAt, words) => {
    expect(countsMessage({ ...none, posts: 2, newestPostAt }, now)).toEqual([
      `This site searches 2 posts from public discussions, ${words}.`,
    ])
  })

  test('sources that every search queries are named, and feeds that are only read are counted', () => {
    const searchedLive = ['Hacker News', 'A forum']
    const live = { ...none, posts: 5, searchedLive, searchedLiveCount: 9, feeds: 12 }
    expect(countsMessage(live, now).slice(1)).toEqual([
      'Every search also queries Hacker News, A forum and 7 more.',
      '12 feeds are read too.',
    ])
  })

  test('a new installation says when Hacker News will be read', () => {
    const live = { ...none, searchedLive: ['Hacker News'], searchedLiveCount: 1 }
    expect(countsMessage(live, now).slice(1)).toEqual([
      'Every search also queries Hacker News.',
      'Hacker News is read after the first page view or search.',
    ])
  })
})
