import { characterKinds, digit, letter } from './character-kind.ts'
import { addOutput, anyWord, follow, growTrie } from './growing-trie.ts'
import { type PhraseTrie, packTrie } from './packed-trie.ts'
import { readingWords } from './tokens.ts'
import { buildVocabulary, type Vocabulary, wordId } from './vocabulary.ts'
import { wordClasses } from './word-classes.ts'

export type Phrase = { text: string; output: number }

const longestGap = 3

/**
 * The words for which each part of a phrase may stand: `a|b` and `word?` have two choices, and `..` has four.
 */
function choicesOf(text: string): string[][][] {
  return text.split(' ').map((part) => {
    if (part === '..') return Array.from({ length: longestGap + 1 }, (_, gap) => Array(gap).fill('_'))
    const optional = part.length > 1 && part.endsWith('?')
    const bare = optional ? part.slice(0, -1) : part
    const words = bare === '|' ? [bare] : bare.split('|')
    return [...words.map((word) => [word]), ...(optional ? [[]] : [])]
  })
}

/** Expands `a|b`, `word?` and `..` into all plain sequences. */
export function expandPhrase(text: string): string[][] {
  return choicesOf(text).reduce<string[][]>(
    (sequences, choices) => sequences.flatMap((done) => choices.map((choice) => [...done, ...choice])),
    [[]],
  )
}

const classNames = Object.keys(wordClasses)
const classWords = Object.values(wordClasses).map((list) => list.split(' '))

/** Compiles phrases together with a vocabulary of their words. */
export function compilePhrases(phrases: readonly Phrase[]): PhraseTrie {
  return compileWithin(vocabularyOf(phrases), phrases)
}

/**
 * The words of the tokenizer, then those of phrases and classes, then those of `plain`. Each of these three
 * parts is sorted by frequency, so that frequent words are close together in memory.
 */
export function vocabularyOf(phrases: readonly Phrase[], plain: readonly string[] = []): Vocabulary {
  const vocabulary = buildVocabulary([
    ...readingWords,
    ...byUse(countUses(phrases)),
    ...byUse(countWords(plain)),
  ])
  // Throws for a word that can never be a token, because the word would never match.
  for (const word of vocabulary.words.slice(1))
    if (!isReadable(word) && !readingWords.includes(word))
      throw new Error(`no text is ever read as the word "${word}"`)
  return vocabulary
}

/** Compiles phrases whose words are all in the vocabulary. */
export function compileWithin(vocabulary: Vocabulary, phrases: readonly Phrase[]): PhraseTrie {
  const wordClassBits = new Int32Array(vocabulary.words.length)
  classWords.forEach((list, bit) => {
    for (const word of list) {
      const id = wordId(vocabulary, word)
      wordClassBits[id] = (wordClassBits[id] ?? 0) | (1 << bit)
    }
  })
  const labelOf = (part: string): number => {
    if (part === '_') return anyWord
    if (!part.startsWith('{')) return wordId(vocabulary, part)
    const classAt = classNames.indexOf(part.slice(1, -1))
    if (classAt < 0) throw new Error(`no word class ${part}`)
    return vocabulary.words.length + classAt
  }
  const trie = growTrie()
  for (const { text, output } of phrases) {
    const parts = choicesOf(text).map((choices) =>
      choices.map((words) => words.map((word) => ({ word, label: labelOf(word) }))),
    )
    // Adds one part after another: a phrase has many sequences, and most of them begin with the same words.
    const addFrom = (from: number, part: number, before: string | null): void => {
      const choices = parts[part]
      if (choices === undefined) {
        if (before === '_') throw new Error(`a phrase cannot open or end with any word: ${text}`)
        addOutput(trie, from, output)
      }
      for (const choice of choices ?? []) {
        let [node, last] = [from, before]
        for (const { word, label } of choice) {
          checkOrder(last, word, text)
          node = follow(trie, node, label)
          last = word
        }
        addFrom(node, part + 1, last)
      }
    }
    addFrom(0, 0, null)
  }
  return packTrie({ trie, span: vocabulary.words.length + 32 }, vocabulary, wordClassBits)
}

/**
 * Throws if a word cannot follow the word before it. If `before` is null, throws if the word cannot start a
 * phrase.
 */
function checkOrder(before: string | null, word: string, text: string): void {
  if (before === null && word === '_') throw new Error(`a phrase cannot open or end with any word: ${text}`)
  if ((before !== null && word === '^') || before === '?' || before === '!')
    throw new Error(`a phrase cannot cross the opening of a text or the end of a sentence: ${text}`)
}

/** For each word of classes and phrases, the number of sequences that contain the word. */
function countUses(phrases: readonly Phrase[]): Map<string, number> {
  const uses = new Map(classWords.flat().map((word) => [word, 0]))
  for (const { text } of phrases) {
    const parts = choicesOf(text)
    const sequences = parts.reduce((product, { length }) => product * length, 1)
    for (const choices of parts)
      for (const words of choices)
        for (const word of words)
          if (word !== '_' && !word.startsWith('{'))
            uses.set(word, (uses.get(word) ?? 0) + sequences / choices.length)
  }
  return uses
}

function countWords(texts: readonly string[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const text of texts) for (const word of text.split(' ')) uses.set(word, (uses.get(word) ?? 0) + 1)
  return uses
}

const byUse = (uses: ReadonlyMap<string, number>): string[] =>
  [...uses].sort(([, one], [, other]) => other - one).map(([word]) => word)

/**
 * Whether the tokenizer can produce the word: it starts with a letter, has only letters and digits, and is in
 * lower case if it is ASCII.
 */
function isReadable(word: string): boolean {
  if (characterKinds[word.charCodeAt(0)] !== letter || /[A-Z]/.test(word)) return false
  for (let at = 1; at < word.length; at++) {
    const kind = characterKinds[word.charCodeAt(at)]
    if (kind !== letter && kind !== digit) return false
  }
  return true
}
