import { classesOf, type PhraseTrie } from './text/packed-trie.ts'
import { opensSentence, type Tokens } from './text/tokens.ts'
import { wordClassBit } from './text/word-classes.ts'

const contextWords = 4
const notBit = wordClassBit('not')
const selfBit = wordClassBit('self')
const otherBit = wordClassBit('other')

/** Reads the words before a rule's hit: -1 when it is negated, 1 when it is told of others, else 0. */
export function readContext(trie: PhraseTrie, tokens: Tokens, from: number): number {
  let others = 0
  let firstHand = false
  for (let back = 1; back <= contextWords && from - back >= 0; back++) {
    if (((tokens.flags[from - back + 1] ?? 0) & opensSentence) !== 0) break
    const bits = classesOf(trie, tokens.word[from - back] ?? 0)
    if (back < contextWords && (bits & notBit) !== 0) return -1
    if ((bits & selfBit) !== 0) firstHand = true
    else if ((bits & otherBit) !== 0) others = 1
  }
  return firstHand ? 0 : others
}
