import { characterKinds, digit, letter } from './character-kind.ts'
import { type GrowingTrie, packTrie } from './pack-trie.ts'
import type { PhraseTrie } from './packed-trie.ts'
import { buildVocabulary, type Vocabulary, wordId } from './vocabulary.ts'
import { wordClasses } from './word-classes.ts'

export type Phrase = { text: string; output: number }

const longestGap = 3

/** Writes out `a|b`, `word?` and `..`: every plain sequence that the phrase stands for. */
export function expandPhrase(text: string): string[][] {
  const parts = text.split(' ')
  if (!text.includes('|') && !text.includes('?') && !text.includes('..')) return [parts]
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

/** Compiles phrases with a vocabulary of their own. `extraWords` are known to it though no phrase has them. */
export function compilePhrases(phrases: readonly Phrase[], extraWords: readonly string[]): PhraseTrie {
  return compileWithin(vocabularyOf(phrases, extraWords), phrases)
}

/** The words of phrases and classes, and `extraWords`. */
export function vocabularyOf(
  phrases: readonly Phrase[],
  extraWords: readonly string[],
  plain: readonly string[] = [],
): Vocabulary {
  const expanded = phrases.map(({ text }) => expandPhrase(text))
  const vocabulary = buildVocabulary([
    ...listWords(expanded, extraWords, classWords.flat()),
    ...listWords([plain.map((text) => text.split(' '))], [], []),
  ])
  refuseUnreadable(vocabulary.words.slice(1), extraWords)
  return vocabulary
}

/** Compiles phrases all of whose words the vocabulary has. */
export function compileWithin(vocabulary: Vocabulary, phrases: readonly Phrase[]): PhraseTrie {
  const wordClassBits = new Int32Array(vocabulary.words.length)
  classWords.forEach((list, bit) => {
    for (const word of list) {
      const id = wordId(vocabulary, word)
      wordClassBits[id] = (wordClassBits[id] ?? 0) | (1 << bit)
    }
  })
  const label = (part: string): number => {
    if (!part.startsWith('{')) return wordId(vocabulary, part)
    const classAt = classNames.indexOf(part.slice(1, -1))
    if (classAt < 0) throw new Error(`no word class ${part}`)
    return vocabulary.words.length + classAt
  }
  const trie: GrowingTrie = { span: vocabulary.words.length + 32, edges: new Map(), wild: [0], outputs: [[]] }
  for (const { text, output } of phrases) {
    for (const sequence of expandPhrase(text)) {
      if (sequence[0] === '_' || sequence.at(-1) === '_')
        throw new Error(`a phrase cannot open or end with any word: ${text}`)
      if (sequence.lastIndexOf('^') > 0 || sequence.slice(0, -1).some((part) => part === '?' || part === '!'))
        throw new Error(`a phrase cannot cross the opening of a text or the end of a sentence: ${text}`)
      let node = 0
      for (const part of sequence) node = part === '_' ? stepWild(trie, node) : step(trie, node, label(part))
      const outputs = trie.outputs[node]
      if (outputs?.includes(output) === false) outputs.push(output)
    }
  }
  return packTrie(trie, vocabulary, wordClassBits)
}

/** All words: those of most phrases, which texts have most, stand together in what is looked up for each token. */
function listWords(
  phrases: string[][][],
  reading: readonly string[],
  ofClasses: readonly string[],
): string[] {
  const uses = new Map(ofClasses.map((word) => [word, 0]))
  for (const sequences of phrases)
    for (const sequence of sequences)
      for (const one of sequence) if (!isPlaceholder(one)) uses.set(one, (uses.get(one) ?? 0) + 1)
  const byUse = [...uses].sort(([, one], [, other]) => other - one)
  return [...reading, ...byUse.map(([word]) => word)]
}

/** Refuses what no token can ever be: such a phrase would match nothing, and nobody would notice. */
function refuseUnreadable(words: Iterable<string>, marks: readonly string[]): void {
  for (const word of words) {
    if (!isReadable(word) && !marks.includes(word))
      throw new Error(`no text is ever read as the word "${word}"`)
  }
}

/** Whether the tokenizer could read a word so: letters and digits, a letter first, ASCII in lower case. */
function isReadable(word: string): boolean {
  const kinds = Array.from({ length: word.length }, (_, at) => characterKinds[word.charCodeAt(at)])
  return (
    kinds[0] === letter && kinds.every((kind) => kind === letter || kind === digit) && !/[A-Z]/.test(word)
  )
}

/** Any word, or a class of words, rather than a word. */
function isPlaceholder(part: string): boolean {
  return part === '_' || part.startsWith('{')
}

function addNode(trie: GrowingTrie): number {
  trie.outputs.push([])
  return trie.wild.push(0) - 1
}

function step(trie: GrowingTrie, node: number, label: number): number {
  const key = node * trie.span + label
  const old = trie.edges.get(key)
  if (old !== undefined) return old
  const target = addNode(trie)
  trie.edges.set(key, target)
  return target
}

function stepWild(trie: GrowingTrie, node: number): number {
  const old = trie.wild[node] ?? 0
  if (old !== 0) return old
  const target = addNode(trie)
  trie.wild[node] = target
  return target
}
