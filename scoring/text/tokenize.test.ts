import { describe, expect, it } from 'vitest'
import { makeTokenizer } from './tokenize.ts'
import { asked, emptyTokens, markWords, opensSentence, quoted } from './tokens.ts'
import { buildVocabulary } from './vocabulary.ts'

const vocabulary = buildVocabulary([
  ...markWords,
  'http',
  'https',
  'www',
  'dont',
  'tool',
  'need',
  'is',
  'it',
  'why',
])
const tokenize = makeTokenizer(vocabulary)

function read(text: string) {
  const tokens = emptyTokens()
  tokenize(text, tokens)
  return Array.from({ length: tokens.count }, (_, at) => ({
    word: vocabulary.words[tokens.word[at] ?? 0] ?? '',
    text: text.slice(tokens.start[at], tokens.end[at]),
    flags: tokens.flags[at] ?? 0,
  })).slice(1)
}

describe('tokenize', () => {
  it('reads a word the same with any apostrophe, or none', () => {
    for (const text of ["don't", 'don’t', 'dont', 'DON&#39;T', 'don`t'])
      expect(read(text)[0]?.word).toBe('dont')
  })

  it('makes one mark of a link, a number and a community', () => {
    expect(read('https://example.org/a?b=c tool').map((one) => one.word)).toEqual(['<url>', 'tool'])
    expect(read('need 1,200.50 it').map((one) => one.word)).toEqual(['need', '#', 'it'])
    expect(read('need /r/startups').map((one) => one.word)).toEqual(['need', '<community>'])
  })

  it('knows quoted lines, also where the mark is escaped', () => {
    for (const text of ['> need it\ntool', '&gt; need it\ntool']) {
      const tokens = read(text)
      expect(tokens.map((one) => (one.flags & quoted) !== 0)).toEqual([true, true, false])
    }
  })

  it('marks the whole sentence of a question, and only that', () => {
    const tokens = read('need it. why is it?')
    expect(tokens.map((one) => (one.flags & asked) !== 0)).toEqual([false, false, true, true, true, true])
    expect(tokens.map((one) => (one.flags & opensSentence) !== 0)).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ])
  })
})
