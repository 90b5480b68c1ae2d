import { describe, expect, test } from 'vitest'
import { parseKeyword } from '#contract/keyword-terms.ts'
import { type PreparedTerms, readTerms } from './archive-query-rules.ts'
import { countedWords, countOf } from './counted-places-rules.ts'

function read(keyword: string, stems: string[], spellings: string[][] = []) {
  const prepared: PreparedTerms = { stems, forms: [], spellings, posts: {}, counted: 0, related: [] }
  return readTerms(parseKeyword(keyword).terms, prepared)
}

describe('words that can be counted', () => {
  test('are one, or two with the words between them', () => {
    expect(countedWords(read('kettle', ["'kettl'"]))).toEqual({ lexemes: ['kettl'], distance: null })
    const two = read('tea kettle', ["'tea'", "'kettl'"])
    expect(countedWords(two)).toEqual({ lexemes: ['tea', 'kettl'], distance: 1 })
  })

  test('are not three, nor a phrase, nor a word in several spellings', () => {
    expect(countedWords(read('a b c', ["'x'", "'y'", "'z'"]))).toBeNull()
    expect(countedWords(read('"tea kettle"', ["'tea' <-> 'kettl'"]))).toBeNull()
    expect(countedWords(read('kettle', ["'kettl'"], [['boiler']]))).toBeNull()
    expect(countedWords([])).toBeNull()
  })

  test('are not two of which the first is said again behind the second', () => {
    expect(countedWords(read('tea kettle teas', ["'tea'", "'kettl'", "'tea'"]))).toBeNull()
    const again = read('tea kettle kettles', ["'tea'", "'kettl'", "'kettl'"])
    expect(countedWords(again)).toEqual({ lexemes: ['tea', 'kettl'], distance: 2 })
  })
})

test('a rank between two counts is the nearer one', () => {
  expect([0, 0.6079271, 0.6079272, 0.7599089, 0.9].map(countOf)).toEqual([0, 1, 1, 2, 6])
})
