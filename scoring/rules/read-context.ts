import type { Matches } from '../text/match-phrases.ts'
import { classesOf, type PhraseTrie } from '../text/packed-trie.ts'
import { asked, opensSentence, type Tokens } from '../text/tokens.ts'
import { wordClassBit } from '../text/word-classes.ts'
import { ruleTable } from './rule-table.ts'

const contextWords = 4
const personaContextWords = 3
const notBit = wordClassBit('not')
const selfBit = wordClassBit('self')
const otherBit = wordClassBit('other')
const notAuthorBit = wordClassBit('notAuthor')

/**
 * Whether the words before a token speak of somebody else or of "you", as in "he was hired as a developer".
 */
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

/**
 * Reads the words before a rule's match. Returns -1 if these words negate the match, 1 if they are in the
 * third person, else 0.
 */
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

/** A negated match of a rule, with its signal and its first and last token. */
export type Negation = { signal: number; from: number; to: number }

const mostNegations = 16
const deniesBit = wordClassBit('denies')
const adverbBit = wordClassBit('denialAdverb')
const undoesBit = wordClassBit('undoesDenial')
/** Punctuation that ends a thought within a sentence, as in "No, looking for software". */
const breaks = ',():/–—…-'
const signals = [...new Set(ruleTable.map(({ signal }) => signal))]
const signalOf = Int32Array.from(ruleTable, ({ signal }) => signals.indexOf(signal))
const inScope = Uint8Array.from(ruleTable, (rule) => (rule.negationScope ? 1 : 0))

type Reading = { trie: PhraseTrie; text: string; tokens: Tokens }

/** Writes the negated matches of a text to `into`. Writes at most sixteen. */
export function findNegations(reading: Reading, matches: Matches, into: Negation[]): void {
  into.length = 0
  for (let at = 0; at < matches.count; at++) {
    const rule = matches.output[at] ?? 0
    // Outputs of personas follow the outputs of the rules. The index is checked, because reading past the end
    // of an array is slow.
    if (rule >= inScope.length || inScope[rule] === 0) continue
    const from = matches.from[at] ?? 0
    if (into.length < mostNegations && followsNegation(reading, from))
      into.push({ signal: signalOf[rule] ?? 0, from, to: matches.to[at] ?? 0 })
  }
}

/**
 * Whether "not" is directly before a token, or before one adverb ("not really"). "Not" at the start of a
 * question does not negate: "Isn't anyone interested?"
 */
function followsNegation(reading: Reading, from: number): boolean {
  const at = (classesBefore(reading, from) & adverbBit) === 0 ? from : from - 1
  if ((classesBefore(reading, at) & deniesBit) === 0) return false
  const { flags } = reading.tokens
  const opensQuestion =
    ((flags[at - 1] ?? 0) & asked) !== 0 && (at === 2 || ((flags[at - 1] ?? 0) & opensSentence) !== 0)
  return !opensQuestion && (classesBefore(reading, at - 1) & undoesBit) === 0
}

/**
 * The classes of the word before a token. There are none if the token follows a comma or starts a sentence.
 */
function classesBefore({ trie, text, tokens }: Reading, at: number): number {
  if (at <= 0 || ((tokens.flags[at] ?? 0) & opensSentence) !== 0) return 0
  const end = tokens.start[at] ?? 0
  for (let between = tokens.end[at - 1] ?? 0; between < end; between++)
    if (breaks.includes(text[between] ?? '')) return 0
  return classesOf(trie, tokens.word[at - 1] ?? 0)
}

/**
 * Whether a rule's match overlaps a negated match of the same signal, as "software to track" does in "not
 * looking for software to track".
 */
export function isRuleNegated(negations: readonly Negation[], { output, from, to }: Matches, at: number) {
  const signal = signalOf[output[at] ?? 0]
  return negations.some(
    (one) => one.signal === signal && (from[at] ?? 0) < one.to && (to[at] ?? 0) > one.from,
  )
}

/**
 * Whether a learned phrase is within a negated match. `at` is the index of the phrase's tokens in parallel
 * arrays of starts and ends.
 */
export function isPhraseNegated(
  negations: readonly Negation[],
  { from, to }: { from: Int32Array; to: Int32Array },
  at: number,
): boolean {
  return negations.some((one) => (from[at] ?? 0) >= one.from && (to[at] ?? 0) <= one.to)
}
