import type { PersonaReading } from './persona/persona.ts'
import { personaRules, surestRank } from './persona/persona-rules.ts'
import type { ScorablePost } from './post-score.ts'
import { emptyNegations, findNegations, isNegated, type Negations } from './rules/find-negations.ts'
import { isThirdPerson, readContext } from './rules/read-context.ts'
import { rulePlaces, ruleTable } from './rules/rule-table.ts'
import { emptySentences, listSentences, type Sentences } from './text/list-sentences.ts'
import { emptyMatches, type Matches, matchPhrases } from './text/match-phrases.ts'
import type { PhraseTrie } from './text/packed-trie.ts'
import { compilePhrases } from './text/phrase-trie.ts'
import { makeTokenizer } from './text/tokenize.ts'
import { asked, emptyTokens, readingWords, type Tokens } from './text/tokens.ts'

/** The sentences of one text and the features of each, as parallel arrays. Reused between posts. */
export type TextReading = {
  tokens: Tokens
  sentences: Sentences
  /** By sentence where its features begin; one more closes the last. */
  featuresFrom: Int32Array
  /** A rule in a place, or a learned phrase; each once a sentence, with the tokens that it matched first. */
  feature: Int32Array
  from: Int32Array
  to: Int32Array
}

export type PostReading = { title: TextReading; body: TextReading } & PersonaReading

export type PostReader = (post: ScorablePost) => PostReading

const placeCount = rulePlaces.length
const ruleCount = ruleTable.length
/** Features below this number are rules in their places; learned phrases follow. */
export const ruleFeatureCount = ruleCount * placeCount

const negatable = 1
const personal = 2
/** How a rule reads the words before its matches, as bits. */
const readsContext = Uint8Array.from(
  ruleTable,
  (rule) => (rule.negatable ? negatable : 0) | (rule.personal ? personal : 0),
)

const selfWords = ['i', 'im', 'ive', 'id', 'my', 'we', 'our', 'me']
/** Outputs of the trie behind rules and learned phrases: personas, then one for all words for oneself. */
const selfOutput = personaRules.length

type Reader = {
  trie: PhraseTrie
  matches: Matches
  negations: Negations
  /** By feature the last sentence that had it, counted over all texts read. */
  seenIn: Int32Array
  sentencesRead: number
  personaFrom: number
  reading: PostReading
}

function emptyReading(): TextReading {
  return {
    tokens: emptyTokens(),
    sentences: emptySentences(),
    featuresFrom: new Int32Array(64),
    feature: new Int32Array(512),
    from: new Int32Array(512),
    to: new Int32Array(512),
  }
}

/** Compiles rules, learned phrases and personas into the one matcher that reads posts. */
export function makePostReader(phrases: readonly string[]): PostReader {
  const personaFrom = ruleCount + phrases.length
  const trie = compilePhrases(
    [
      ...ruleTable.flatMap((rule, output) => rule.phrases.map((text) => ({ text, output }))),
      ...phrases.map((text, at) => ({ text, output: ruleCount + at })),
      ...personaRules.flatMap((rule, at) => rule.phrases.map((text) => ({ text, output: personaFrom + at }))),
      ...selfWords.map((text) => ({ text, output: personaFrom + selfOutput })),
    ],
    readingWords,
  )
  const tokenize = makeTokenizer(trie.vocabulary)
  const reading: PostReading = { title: emptyReading(), body: emptyReading(), persona: -1, firstPerson: 0 }
  const reader: Reader = {
    trie,
    matches: emptyMatches(),
    negations: emptyNegations(),
    seenIn: new Int32Array(ruleFeatureCount + phrases.length).fill(-1),
    sentencesRead: 0,
    personaFrom,
    reading,
  }
  const readText = (text: string, into: TextReading) => {
    tokenize(text, into.tokens)
    listSentences(into.tokens, into.sentences)
    collect(reader, text, into)
  }
  return (post) => {
    reading.persona = -1
    reading.firstPerson = 0
    readText(post.title, reading.title)
    readText(post.selftext, reading.body)
    return reading
  }
}

/** Leaves the features of each sentence of a text. */
function collect(reader: Reader, text: string, into: TextReading): void {
  const { trie, matches, negations, seenIn, personaFrom } = reader
  const { tokens, sentences } = into
  matchPhrases(trie, tokens, matches)
  findNegations({ trie, text, tokens }, matches, negations)
  makeRoom(into, sentences.count, matches.count)
  const { feature, from: fromToken, to: toToken, featuresFrom } = into
  let count = 0
  let at = 0
  for (let sentence = 0; sentence < sentences.count; sentence++) {
    const end = sentences.to[sentence] ?? 0
    const number = reader.sentencesRead++
    featuresFrom[sentence] = count
    for (; at < matches.count; at++) {
      const from = matches.from[at] ?? 0
      if (from >= end) break
      const output = matches.output[at] ?? 0
      if (output >= personaFrom) {
        notePersona(reader, tokens, output - personaFrom, from)
        continue
      }
      const to = matches.to[at] ?? 0
      if (negations.count > 0 && isNegated(negations, output, from, to)) continue
      const found = output < ruleCount ? ruleFeature(trie, tokens, output, from) : phraseFeature(output)
      if (found < 0 || seenIn[found] === number) continue
      seenIn[found] = number
      feature[count] = found
      fromToken[count] = from
      toToken[count] = to
      count++
    }
  }
  featuresFrom[sentences.count] = count
}

function phraseFeature(output: number): number {
  return ruleFeatureCount + output - ruleCount
}

/** The feature of a rule's match that starts at token `from`, or -1 when the match is negated. */
function ruleFeature(trie: PhraseTrie, tokens: Tokens, rule: number, from: number): number {
  const place = ((tokens.flags[from] ?? 0) & asked) !== 0 ? 1 : 0
  const reads = readsContext[rule] ?? 0
  if (reads === 0) return rule * placeCount + place
  const context = readContext(trie, tokens, from)
  if ((reads & negatable) !== 0 && context < 0) return -1
  return rule * placeCount + ((reads & personal) !== 0 && context > 0 ? placeCount - 1 : place)
}

/** Keeps the surer of the persona found so far and another; of equals the longer name, then the earlier. */
function notePersona({ reading, trie }: Reader, tokens: Tokens, found: number, from: number): void {
  const rule = personaRules[found]
  if (rule === undefined) {
    reading.firstPerson++
    return
  }
  if (rule.rank === surestRank && isThirdPerson(trie, tokens, from)) return
  const kept = reading.persona < 0 ? undefined : personaRules[reading.persona]
  if (
    kept === undefined ||
    rule.rank < kept.rank ||
    (rule.rank === kept.rank && rule.persona.length > kept.persona.length)
  ) {
    reading.persona = found
  }
}

function makeRoom(into: TextReading, sentences: number, matches: number): void {
  if (into.featuresFrom.length <= sentences) into.featuresFrom = new Int32Array(sentences * 2 + 1)
  if (into.feature.length >= matches) return
  into.feature = new Int32Array(matches * 2)
  into.from = new Int32Array(matches * 2)
  into.to = new Int32Array(matches * 2)
}
