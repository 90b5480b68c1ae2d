import { expect, test } from 'vitest'
import { buildVocabulary, wordId } from './vocabulary.ts'

const words = (count: number, letter: string) => Array.from({ length: count }, (_, at) => `${letter}${at}`)

test.for([3, 600, 70_000])(
  'each of %i words is found again under its number, and no other word is',
  (count) => {
    const vocabulary = buildVocabulary(words(count, 'a'))
    expect(words(count, 'a').filter((word, at) => wordId(vocabulary, word) !== at + 1)).toEqual([])
    expect(words(count, 'b').filter((word) => wordId(vocabulary, word) !== 0)).toEqual([])
  },
)
