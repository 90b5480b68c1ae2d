import { classesOf, type PhraseTrie } from '../text/packed-trie.ts'
import { opensSentence, type Tokens } from '../text/tokens.ts'
import { wordClassBit } from '../text/word-classes.ts'

const contextWords = 4
const personaContextWords = 3
const notBit = wordClassBit('not')
const selfBit = wordClassBit('self')
const otherBit = wordClassBit('other')
const notAuthorBit = wordClassBit('notAuthor')

/** Whether words speak of somebody else, or of "you", by those right before: "he was hired as a developer". */
export function isThirdPerson(trie: PhraseTrie, tokens: Tokens, from: number): boolean {
  if ((classesOf(trie, tokens.word[from] ?? 0) & selfBit) !== 0) return false
  for (let back = 1; back <= personaContextWords && from - back >= 0; back++) {
    if (((tokens.flags[from - back + 1] ?? 0) & opensSentence) !== 0) return false
    const bits = classesOf(trie, tokens.word[from - back] ?? 0)
    if (back === 1 && (bits & selfBit) !== 0) return false
    if ((bits & (otherBit | notAuthorBit)) !== 0) return true
  }
  return false
}

/** Reads the words before a rule's match: -1 when it is negated, 1 when it is in the third person, else 0. */
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
