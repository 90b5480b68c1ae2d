import { describe, expect, it } from 'vitest'
import { emptySentences, listSentences } from './list-sentences.ts'
import { emptyMatches, matchPhrases } from './match-phrases.ts'
import { followEdge, packTrie, wordShift } from './packed-trie.ts'
import { compilePhrases, type Phrase } from './phrase-trie.ts'
import { makeTokenizer } from './tokenize.ts'
import { emptyTokens } from './tokens.ts'
import { buildVocabulary, wordId } from './vocabulary.ts'

/** Expands `a|b`, `word?` and `..` into all plain sequences. */
function expandPhrase(text: string): string[][] {
  const choices = text.split(' ').map((part) => {
    if (part === '..') return [[], ['_'], ['_', '_'], ['_', '_', '_']]
    const words = part.replace(/\?$/, '').split('|')
    return [...words.map((word) => [word]), ...(part.endsWith('?') ? [[]] : [])]
  })
  return choices.reduce<string[][]>(
    (sequences, some) => sequences.flatMap((done) => some.map((choice) => [...done, ...choice])),
    [[]],
  )
}

function findAll(phrases: readonly Phrase[], text: string) {
  const trie = compilePhrases(phrases)
  const [tokens, sentences, matches] = [emptyTokens(), emptySentences(), emptyMatches()]
  makeTokenizer(trie.vocabulary)(text, tokens)
  listSentences(tokens, sentences)
  matchPhrases(trie, { tokens, sentences }, matches)
  return Array.from({ length: matches.count }, (_, at) => ({
    output: matches.output[at],
    start: tokens.start[matches.from[at] ?? 0],
    end: tokens.end[(matches.to[at] ?? 0) - 1],
  }))
}

function find(text: string, said: string): string[] {
  return findAll([{ text, output: 0 }], said).map(({ start, end }) => said.slice(start, end))
}

describe('phrases', () => {
  it('write out choices, optional words and gaps', () => {
    expect(expandPhrase('a|b c?')).toEqual([['a', 'c'], ['a'], ['b', 'c'], ['b']])
    expect(expandPhrase('a .. b')).toHaveLength(4)
  })

  it('are compiled into what all their sequences are', () => {
    const text = 'a|b c? .. d'
    const sequences = expandPhrase(text).map((words) => words.join(' '))
    expect(sequences).toHaveLength(16)
    for (const sequence of sequences) {
      const said = sequence.replaceAll('_', 'word')
      expect(find(text, said)).toContain(said)
    }
    const whole = compilePhrases([{ text, output: 7 }])
    const expanded = compilePhrases(sequences.map((one) => ({ text: one, output: 7 })))
    expect(whole.vocabulary.words.toSorted()).toEqual(expanded.vocabulary.words.toSorted())
    expect(whole.nodes).toHaveLength(expanded.nodes.length)
  })

  it('are found together in one trie as each is found alone', () => {
    const phrases = ['a|b c? d', 'a c? _ e', 'b .. {software}', 'c d', 'a c', 'a c d e', 'd? e', 'c .. d|e']
    const together = phrases.map((text, output) => ({ text, output }))
    const words = ['a', 'b', 'c', 'd', 'e', 'app']
    const text = Array.from({ length: 600 }, (_, at) => words[Math.floor(997 * Math.sin(at) ** 2) % 6]).join(
      ' ',
    )
    const alone = together.flatMap((phrase) => findAll([phrase], text))
    expect(alone.length).toBeGreaterThan(300)
    expect(new Set(alone.map(({ output }) => output)).size).toBe(phrases.length)
    const key = (one: (typeof alone)[number]) => JSON.stringify(one)
    expect(findAll(together, text).map(key).toSorted()).toEqual(alone.map(key).toSorted())
  })

  it('match classes, gaps of up to three words, and no more', () => {
    expect(find('need a .. {software}', 'I need a really good simple tool')).toEqual([
      'need a really good simple tool',
    ])
    expect(find('need a .. {software}', 'I need a very very very very good tool')).toEqual([])
  })

  it('never cross the end of a sentence', () => {
    expect(find('need a tool', 'need a. tool')).toEqual([])
    expect(find('need a tool', 'need a\ntool')).toEqual([])
  })

  it('are followed along edges whose keys need all 32 bits, and refused beyond', () => {
    const span = 1_400_000_000
    const second = 1_000_000_000
    const nodes = [
      { labels: [1], targets: [2], outputs: [] },
      { labels: [], targets: [], outputs: [7, 8] },
      { labels: [second], targets: [1], outputs: [] },
    ]
    const vocabulary = buildVocabulary(['a'])
    const trie = packTrie({ nodes, span }, vocabulary, new Int32Array(2))
    expect(followEdge(trie, 2, second)).toBe(1)
    expect(followEdge(trie, 2, second - 1)).toBe(0)
    expect(() => packTrie({ nodes, span: span + 100_000_000 }, vocabulary, new Int32Array(2))).toThrow(
      'too many phrases for one trie',
    )
  })

  it('end without a node where one phrase ends and none goes on', () => {
    const trie = compilePhrases(['red', 'red hat', 'blue', 'blue'].map((text, output) => ({ text, output })))
    const { vocabulary, words } = trie
    const target = (word: string) => words[wordId(vocabulary, word) << wordShift] ?? 0
    expect(followEdge(trie, target('red'), wordId(vocabulary, 'hat'))).toBe(~1)
    expect(target('blue')).toBeGreaterThan(0)
    expect(target('hat')).toBe(0)
    expect(find('red', 'a red hat')).toEqual(['red'])
  })

  it('refuse to open or end with any word, which would match nothing of its own', () => {
    for (const phrase of ['_ red', 'red _', '.. red', 'red ..'])
      expect(() => find(phrase, 'x')).toThrow(`a phrase cannot open or end with any word: ${phrase}`)
  })

  it('refuse a word that no text is read as', () => {
    for (const [phrase, word] of [
      ['need a ', ''],
      ['edit :', ':'],
      ['1password|lastpass', '1password'],
      ['copy-paste', 'copy-paste'],
      ['Excel', 'Excel'],
      ['x²', 'x²'],
    ] as const)
      expect(() => find(phrase, 'x')).toThrow(`no text is ever read as the word "${word}"`)
    expect(find('v0|café', 'A café, v0')).toEqual(['café', 'v0'])
  })

  it('refuse to go on behind a question, or to open anywhere but at the start', () => {
    for (const phrase of ['tool ? please', 'need ^ tool', '! need'])
      expect(() => find(phrase, 'x')).toThrow(
        `a phrase cannot cross the opening of a text or the end of a sentence: ${phrase}`,
      )
  })

  it('refuse a word class that does not exist', () => {
    expect(() => find('{nonsense}', 'x')).toThrow('no word class {nonsense}')
  })
})
