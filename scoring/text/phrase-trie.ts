import { characterKinds, digit, letter } from './character-kind.ts'
import { anyWord, type GrowingNode, type PhraseTrie, packTrie } from './packed-trie.ts'
import { readingWords } from './tokens.ts'
import { buildVocabulary, type Vocabulary, wordId } from './vocabulary.ts'
import { wordClasses } from './word-classes.ts'

export type Phrase = { text: string; output: number }

const longestGap = 3

/** Expands `a|b`, `word?` and `..` into all plain sequences. */
export function expandPhrase(text: string): string[][] {
  const parts = text.split(' ')
  if (!/[|?]|\.\./.test(text)) return [parts]
  let sequences: string[][] = [[]]
  for (const part of parts) {
    const choices: string[][] = []
    if (part === '..') {
      for (let gap = 0; gap <= longestGap; gap++) choices.push(Array.from({ length: gap }, () => '_'))
    } else {
      const optional = part.length > 1 && part.endsWith('?')
      const bare = optional ? part.slice(0, -1) : part
      for (const word of bare === '|' ? [bare] : bare.split('|')) choices.push([word])
      if (optional) choices.push([])
    }
    sequences = sequences.flatMap((done) => choices.map((choice) => [...done, ...choice]))
  }
  return sequences
}

const classNames = Object.keys(wordClasses)
const classWords = Object.values(wordClasses).map((list) => list.split(' '))

/** Compiles phrases with a vocabulary of their own. */
export function compilePhrases(phrases: readonly Phrase[]): PhraseTrie {
  return compileWithin(vocabularyOf(phrases), phrases)
}

/**
 * The words of the tokenizer, of phrases and classes, and of `plain`: each part sorted by frequency, so that
 * frequent words are close together in memory.
 */
export function vocabularyOf(phrases: readonly Phrase[], plain: readonly string[] = []): Vocabulary {
  const expanded = phrases.flatMap(({ text }) => expandPhrase(text))
  const vocabulary = buildVocabulary([
    ...readingWords,
    ...wordsByUse(expanded, classWords.flat()),
    ...wordsByUse(plain.map((text) => text.split(' '))),
  ])
  // A word that is never a token would silently never match.
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
  const root = growNode()
  for (const { text, output } of phrases) {
    for (const sequence of expandPhrase(text)) {
      if (sequence[0] === '_' || sequence.at(-1) === '_')
        throw new Error(`a phrase cannot open or end with any word: ${text}`)
      if (sequence.lastIndexOf('^') > 0 || sequence.slice(0, -1).some((part) => part === '?' || part === '!'))
        throw new Error(`a phrase cannot cross the opening of a text or the end of a sentence: ${text}`)
      const { outputs } = sequence.reduce((node, part) => follow(node, labelOf(part)), root)
      if (!outputs.includes(output)) outputs.push(output)
    }
  }
  return packTrie({ root, span: vocabulary.words.length + 32 }, vocabulary, wordClassBits)
}

const growNode = (): GrowingNode => ({ edges: new Map(), outputs: [] })

/** The node after a label, created if missing. */
function follow({ edges }: GrowingNode, label: number): GrowingNode {
  const next = edges.get(label) ?? growNode()
  edges.set(label, next)
  return next
}

function wordsByUse(sequences: readonly string[][], unused: readonly string[] = []): string[] {
  const uses = new Map(unused.map((word) => [word, 0]))
  for (const part of sequences.flat())
    if (part !== '_' && !part.startsWith('{')) uses.set(part, (uses.get(part) ?? 0) + 1)
  return [...uses].sort(([, one], [, other]) => other - one).map(([word]) => word)
}

/** Whether the tokenizer can produce the word: letters and digits, a letter first, ASCII in lower case. */
function isReadable(word: string): boolean {
  if (characterKinds[word.charCodeAt(0)] !== letter || /[A-Z]/.test(word)) return false
  for (let at = 1; at < word.length; at++) {
    const kind = characterKinds[word.charCodeAt(at)]
    if (kind !== letter && kind !== digit) return false
  }
  return true
}
