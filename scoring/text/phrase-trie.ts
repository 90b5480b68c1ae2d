import { characterKinds, digit, letter } from './character-kind.ts'
import { anyWord, mergePhrases, type PhrasePart } from './merge-phrases.ts'
import { type PhraseTrie, packTrie } from './packed-trie.ts'
import { readingWords } from './tokens.ts'
import { buildVocabulary, type Vocabulary, wordId } from './vocabulary.ts'
import { wordClasses } from './word-classes.ts'

export type Phrase = { text: string; output: number }

const longestGap = 3

/** One word of a phrase: any of `words`, or none if it is optional. */
type WrittenPart = { readonly words: readonly string[]; readonly isOptional: boolean }

const anyOrNone: WrittenPart = { words: ['_'], isOptional: true }
/** The parts by their text, because most of them occur in many phrases. */
const knownParts = new Map<string, readonly WrittenPart[]>([['..', Array(longestGap).fill(anyOrNone)]])

function readPart(text: string): readonly WrittenPart[] {
  const known = knownParts.get(text)
  if (known !== undefined) return known
  const isOptional = text.length > 1 && text.endsWith('?')
  const bare = isOptional ? text.slice(0, -1) : text
  const parts = [{ words: bare === '|' ? [bare] : bare.split('|'), isOptional }]
  knownParts.set(text, parts)
  return parts
}

const classNames = Object.keys(wordClasses)
const classWords = Object.values(wordClasses).map((list) => list.split(' '))

/** Compiles phrases together with a vocabulary of their words. */
export function compilePhrases(phrases: readonly Phrase[]): PhraseTrie {
  return compileWithin(vocabularyOf(phrases), phrases)
}

/**
 * The words of the tokenizer, then of phrases and classes, then of `plain`. Each of these three parts is
 * sorted by frequency, so that frequent words are close together in memory.
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
  const labelled = new Map<WrittenPart, PhrasePart>()
  const labelsOf = (part: WrittenPart): PhrasePart => {
    const known = labelled.get(part)
    if (known !== undefined) return known
    const made = { labels: part.words.map(labelOf), isOptional: part.isOptional }
    labelled.set(part, made)
    return made
  }
  const nodes = mergePhrases(
    phrases.map(({ text, output }) => ({ parts: partsOf(text).map(labelsOf), output })),
  )
  return packTrie({ nodes, span: vocabulary.words.length + 32 }, vocabulary, wordClassBits)
}

/** The parts of a phrase. Throws if a word cannot stand at its place. */
function partsOf(text: string): readonly WrittenPart[] {
  const parts = text.split(' ').flatMap(readPart)
  const isAny = ({ words }: WrittenPart) => words[0] === '_'
  const isNeeded = ({ isOptional }: WrittenPart) => !isOptional
  const [first, last] = [parts.findIndex(isNeeded), parts.findLastIndex(isNeeded)]
  parts.forEach((part, at) => {
    if (isAny(part) && (at <= first || at >= last))
      throw new Error(`a phrase cannot open or end with any word: ${text}`)
    const crosses = (word: string) =>
      word === '^' ? at > 0 : (word === '?' || word === '!') && at < parts.length - 1
    if (part.words.some(crosses))
      throw new Error(`a phrase cannot cross the opening of a text or the end of a sentence: ${text}`)
  })
  return parts
}

/** For each word of classes and phrases, roughly the number of sequences that contain the word. */
function countUses(phrases: readonly Phrase[]): Map<string, number> {
  const uses = new Map(classWords.flat().map((word) => [word, 0]))
  const choices = ({ words, isOptional }: WrittenPart) => words.length + (isOptional ? 1 : 0)
  for (const { text } of phrases) {
    const parts = text.split(' ').flatMap(readPart)
    const sequences = parts.reduce((product, part) => product * choices(part), 1)
    for (const part of parts)
      for (const word of part.words)
        if (word !== '_' && !word.startsWith('{'))
          uses.set(word, (uses.get(word) ?? 0) + sequences / choices(part))
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
