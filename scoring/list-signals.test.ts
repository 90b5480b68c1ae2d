import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { isListedByWords } from './list-signals.ts'
import { readListing } from './model/read-model.ts'
import { makePostReader } from './read-sentences.ts'
import { signals } from './signal.ts'

/**
 * For the first signal, "alpha" has the highest weight that half a byte can store. For the second signal it
 * has a negative weight. "beta" has none.
 */
const weights = Buffer.from([((-7 & 15) << 4) | 7, 0]).toString('base64')
const listing = readListing({ steps: { pain: 1, promo: 1 }, weights })
const pain = listing.columns[signals.indexOf('pain')] ?? -1
const promo = listing.columns[signals.indexOf('promo')] ?? -1
const read = makePostReader(['alpha', 'beta'])
const shown = (selftext: string) => (column: number, expected: number, listedFrom: number) =>
  isListedByWords(listing, read({ title: '', selftext, community: '' }).distinct, {
    column,
    expected,
    listedFrom,
  })

it('lets the words of a whole post decide where its sentences leave doubt', () => {
  expect(shown('Beta.')(pain, 0.9, 1)).toBe(false)
  expect(shown('Alpha.')(pain, 0.9, 1)).toBe(true)
  expect(shown('Beta.')(promo, 1.1, 1)).toBe(true)
  expect(shown('Alpha.')(promo, 1.1, 1)).toBe(false)
})

it('lists nothing that no sentence hints at, and all that sentences say clearly', () => {
  const often = 'Alpha one. Alpha two. Alpha three.'
  expect(shown(often)(pain, 0.1, 1)).toBe(false)
  expect(shown(often)(promo, 5, 1)).toBe(true)
})

it('counts a word once, however often a post says it, and forgets it by the next post', () => {
  const least = (text: string) => {
    const test = shown(text)
    return Array.from({ length: 100 }, (_, at) => at / 100).find((expected) => test(pain, expected, 1))
  }
  expect(least('Alpha. Alpha. Alpha alpha.')).toBe(least('Alpha.'))
  expect(least('Beta.')).toBeGreaterThan(least('Alpha.') ?? 1)
})
