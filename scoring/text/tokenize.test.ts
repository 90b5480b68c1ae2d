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
    const escaped = ['&#39;', '&#x27;', '&apos;', '&rsquo;', '&#8217;', '&#x2019;']
    for (const text of [
      "don't",
      'don’t',
      'dont',
      'DON&#39;T',
      'don`t',
      ...escaped.map((one) => `don${one}t`),
    ])
      expect(read(text).map((one) => one.word)).toEqual(['dont'])
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

  it('takes a mark behind a bracket for no quote, and blanks and other marks before it for one', () => {
    const areQuoted = (text: string) => read(text).map((one) => (one.flags & quoted) !== 0)
    for (const text of ['(>90% need it', '(&gt;90% need it', '( > 90% need it', '“>90% need it'])
      expect(areQuoted(text)).not.toContain(true)
    for (const text of ['> > need it', '  >> need it', '&gt; &gt;need it', '\u200b> need it'])
      expect(areQuoted(text)).toEqual([true, true])
  })

  it('quotes the opening of a text that opens with a quote', () => {
    const opening = (text: string) => {
      const tokens = emptyTokens()
      tokenize(text, tokens)
      return tokens.flags[0]
    }
    expect(opening('> need it')).toBe(opensSentence | quoted)
    expect(opening('need it\n> why')).toBe(opensSentence)
    expect(opening('')).toBe(opensSentence)
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
