import { describe, expect, it } from 'vitest'
import { emptySentences, listSentences, sentenceSpan } from './list-sentences.ts'
import { makeTokenizer } from './tokenize.ts'
import { emptyTokens, readingWords } from './tokens.ts'
import { buildVocabulary } from './vocabulary.ts'

const tokenize = makeTokenizer(buildVocabulary(readingWords))

function sentencesOf(text: string): string[] {
  const tokens = emptyTokens()
  const sentences = emptySentences()
  tokenize(text, tokens)
  listSentences(tokens, sentences)
  return Array.from({ length: sentences.count }, (_, at) => {
    const { start, end } = sentenceSpan(text, tokens, {
      from: sentences.from[at] ?? 0,
      to: sentences.to[at] ?? 0,
    })
    return text.slice(start, end)
  })
}

describe('sentences', () => {
  it('end at marks and lines, with the mark that ends them', () => {
    expect(sentencesOf('We use Excel. Is it slow? Yes!\nAny ideas')).toEqual([
      'We use Excel.',
      'Is it slow?',
      'Yes!',
      'Any ideas',
    ])
  })

  it('go on behind a word that is only shortened', () => {
    expect(sentencesOf('We use tools, e.g. Excel vs. Calc, for it.')).toEqual([
      'We use tools, e.g. Excel vs. Calc, for it.',
    ])
    expect(sentencesOf('Bills, notes etc. All by hand.')).toEqual(['Bills, notes etc.', 'All by hand.'])
  })

  it('leave lines out that quote somebody else', () => {
    expect(sentencesOf('> I need a tool.\nNot me.')).toEqual(['Not me.'])
  })

  it('are divided at a pause where they are too long, and each word stands in one part', () => {
    const long = Array.from({ length: 12 }, (_, at) => `we copy sheet ${at} by hand`).join(', and ')
    const parts = sentencesOf(`${long}.`)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join(' ').replaceAll(',', '')).toBe(`${long}.`.replaceAll(',', ''))
    for (const part of parts) expect(part.split(' ').length).toBeLessThan(40)
  })

  it.each([
    ['nothing', ''],
    ['marks alone', '... !!! ???'],
    ['emoji', '😀😀'],
    ['code', 'if (x) { return y; }'],
    ['another language', '何か良い在庫管理ソフトはありますか'],
  ])('are none or some of %s, without a crash', (_name, text) => {
    for (const part of sentencesOf(text)) expect(text).toContain(part)
  })
})
