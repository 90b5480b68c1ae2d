import { describe, expect, test } from 'vitest'
import { countsWords } from './counts-words.ts'

const none = { accounts: 0, posts: 0, threadsReadLastDay: 0 }

describe('what a site says of itself', () => {
  test('a fresh one says that it has sample posts, and no big word', () => {
    expect(countsWords(none)).toEqual([
      'This site searches a starter collection of sample posts until its operator brings real ones.',
    ])
  })

  test('one with real posts gives their number', () => {
    expect(countsWords({ ...none, posts: 131_326 })).toEqual([
      'This site searches 131,326 posts from public discussions.',
    ])
    expect(countsWords({ ...none, posts: 1 })).toEqual(['This site searches 1 post from public discussions.'])
  })

  test('founders are hundreds from 200 accounts on, and not one before', () => {
    expect(countsWords({ ...none, accounts: 199 }).join(' ')).not.toMatch(/founders/u)
    expect(countsWords({ ...none, accounts: 200 })[0]).toBe('Hundreds of founders have an account here.')
    expect(countsWords({ ...none, accounts: 10_000 })[0]).toBe('Thousands of founders have an account here.')
  })

  test('threads are thousands from 2,000 in a day on, and not one before', () => {
    expect(countsWords({ ...none, threadsReadLastDay: 1_999 })[0]).toBe(
      'Hundreds of threads were read in the last 24 hours.',
    )
    expect(countsWords({ ...none, threadsReadLastDay: 2_000 })[0]).toBe(
      'Thousands of threads were read in the last 24 hours.',
    )
    expect(countsWords({ ...none, threadsReadLastDay: 20 }).join(' ')).not.toMatch(/threads/u)
  })
})
