import { personaRules } from './persona/persona-rules.ts'
import { ruleTable } from './rules/rule-table.ts'
import { compileNgrams, type NgramTable } from './text/ngram-table.ts'
import type { PhraseTrie } from './text/packed-trie.ts'
import { compileWithin, vocabularyOf } from './text/phrase-trie.ts'

/**
 * The compiled phrases of a model. All arrays are in shared memory and never change, so that the threads of a
 * process compile them once and keep one copy.
 */
export type PostMatchers = {
  /** Finds rules, personas and words in the first person. */
  readonly rules: PhraseTrie
  /** Finds learned features: plain phrases of one to three words. */
  readonly learned: NgramTable
}

const selfWords = ['i', 'im', 'ive', 'id', 'my', 'we', 'our', 'me']
/**
 * The outputs of the rules are followed by one output for each persona rule, then by this one for all words
 * in the first person.
 */
const selfOutput = ruleTable.length + personaRules.length

/** Compiles the rules, the personas and the learned phrases of a model. */
export function compileMatchers(phrases: readonly string[]): PostMatchers {
  const told = [...ruleTable, ...personaRules].flatMap((rule, output) =>
    rule.phrases.map((text) => ({ text, output })),
  )
  const all = [...told, ...selfWords.map((text) => ({ text, output: selfOutput }))]
  const vocabulary = vocabularyOf(all, phrases)
  const rules = compileWithin(vocabulary, all)
  const learned = compileNgrams(phrases, vocabulary)
  return {
    rules: {
      ...rules,
      // The words themselves are needed only for compiling.
      vocabulary: { ...vocabulary, slots: inSharedMemory(vocabulary.slots), words: [] },
      words: inSharedMemory(rules.words),
      nodes: inSharedMemory(rules.nodes),
      edges: inSharedMemory(rules.edges),
      outputs: inSharedMemory(rules.outputs),
    },
    learned: {
      ...learned,
      entries: inSharedMemory(learned.entries),
      keys: inSharedMemory(learned.keys),
      sieve: inSharedMemory(learned.sieve),
    },
  }
}

function inSharedMemory(numbers: Int32Array): Int32Array<SharedArrayBuffer> {
  const shared = new Int32Array(new SharedArrayBuffer(numbers.byteLength))
  shared.set(numbers)
  return shared
}
