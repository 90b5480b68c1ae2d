import type { PersonaReading } from './persona/persona.ts'
import { personaRules, surestRank } from './persona/persona-rules.ts'
import { compileMatchers, type PostMatchers } from './post-matchers.ts'
import type { ScorablePost } from './post-score.ts'
import {
  findNegations,
  isPhraseNegated,
  isRuleNegated,
  isThirdPerson,
  type Negation,
  readContext,
} from './rules/read-context.ts'
import { rulePlaces, ruleTable } from './rules/rule-table.ts'
import { emptySentences, listSentences } from './text/list-sentences.ts'
import { emptyMatches, matchPhrases } from './text/match-phrases.ts'
import { followNgram } from './text/ngram-table.ts'
import { makeTokenizer } from './text/tokenize.ts'
import { asked, emptyTokens, grown, opensSentence } from './text/tokens.ts'

/** The sentences of a text and their features in parallel arrays. Reused between posts. */
export type TextReading = ReturnType<typeof emptyReading>

/** The learned phrases of a text without duplicates. */
export type FoundPhrases = { phrase: Int32Array; count: number }

/** `distinct` are the phrases of title and text together. */
export type PostReading = { title: TextReading; body: TextReading; distinct: FoundPhrases } & PersonaReading

const placeCount = rulePlaces.length
const ruleCount = ruleTable.length
const ruleFeatures = ruleCount * placeCount
/** The first feature numbers are for rules in each kind of sentence; the next are for learned phrases. */
export const ruleFeatureCount = ruleFeatures

const ignoredIfNegated = 1
const personal = 2
const opens = 4
/** For each rule, how the words before a match change its effect, as bits. */
const readsContext = Uint8Array.from(
  ruleTable,
  (rule) =>
    (rule.ignoredIfNegated ? ignoredIfNegated : 0) |
    (rule.personal ? personal : 0) |
    (rule.opens ? opens : 0),
)

function emptyReading() {
  return {
    tokens: emptyTokens(),
    sentences: emptySentences(),
    /** The index of each sentence's first feature, then the end of the last sentence. */
    featuresFrom: new Int32Array(64),
    /** The index of each sentence's first learned phrase. Phrases come after rules. */
    phrasesFrom: new Int32Array(64),
    /**
     * Each feature is a rule in a kind of sentence, or a learned phrase. A sentence lists a feature once,
     * with the tokens of its first match.
     */
    feature: new Int32Array(512),
    from: new Int32Array(512),
    to: new Int32Array(512),
  }
}

type Reader = ReturnType<typeof openReader>

function openReader({ rules, learned }: PostMatchers) {
  const negations: Negation[] = []
  const reading: PostReading = {
    title: emptyReading(),
    body: emptyReading(),
    distinct: { phrase: new Int32Array(512), count: 0 },
    persona: -1,
    firstPerson: 0,
  }
  return {
    tokenize: makeTokenizer(rules.vocabulary),
    rules,
    // A copy of the entries, because a reader notes in them where it saw each phrase last.
    learned: { ...learned, entries: Int32Array.from(learned.entries) },
    matches: emptyMatches(),
    negations,
    /**
     * For each rule feature, the last sentence that had the feature. Sentences are counted over all texts.
     * `learned` notes the same for phrases.
     */
    seenIn: new Int32Array(ruleFeatureCount).fill(-1),
    sentencesRead: 0,
    /** The number of the first sentence of the current post. */
    postFrom: 0,
    reading,
  }
}

/** Makes a function that reads posts. `matchers` have to be compiled from `phrases`. */
export function makePostReader(
  phrases: readonly string[],
  matchers: PostMatchers = compileMatchers(phrases),
): (post: ScorablePost) => PostReading {
  const reader = openReader(matchers)
  const { reading } = reader
  return (post) => {
    reading.persona = -1
    reading.firstPerson = 0
    reading.distinct.count = 0
    reader.postFrom = reader.sentencesRead
    readText(reader, post.title, reading.title)
    readText(reader, post.selftext, reading.body)
    return reading
  }
}

/** Writes the sentences of a text and their features to `into`. */
function readText(reader: Reader, text: string, into: TextReading): void {
  const { rules, matches, negations, seenIn } = reader
  const { tokens, sentences } = into
  reader.tokenize(text, tokens)
  listSentences(tokens, sentences)
  matchPhrases(rules, into, matches)
  findNegations({ trie: rules, text, tokens }, matches, negations)
  makeRoom(reader, into)
  const { featuresFrom, phrasesFrom } = into
  let count = 0
  let at = 0
  for (let sentence = 0; sentence < sentences.count; sentence++) {
    const end = sentences.to[sentence] ?? 0
    const number = reader.sentencesRead++
    featuresFrom[sentence] = count
    for (; at < matches.count; at++) {
      const from = matches.from[at] ?? 0
      if (from >= end) break
      if ((matches.output[at] ?? 0) >= ruleCount) {
        notePersona(reader, into, at)
        continue
      }
      if (negations.length > 0 && isRuleNegated(negations, matches, at)) continue
      const found = ruleFeature(reader, into, at)
      if (found < 0 || seenIn[found] === number) continue
      seenIn[found] = number
      into.feature[count] = found
      into.from[count] = from
      into.to[count] = matches.to[at] ?? 0
      count++
    }
    phrasesFrom[sentence] = count
    count = collectPhrases(reader, into, sentence)
  }
  featuresFrom[sentences.count] = count
}

// Local copies, because the engine resolves an import or export again at each use.
const follow = followNgram

/** Adds the learned phrases of a sentence to its features, and returns the new number of features. */
function collectPhrases(reader: Reader, into: TextReading, sentence: number): number {
  const { learned, negations, postFrom } = reader
  const { entries } = learned
  const { distinct } = reader.reading
  const distinctPhrase = distinct.phrase
  const { word } = into.tokens
  const { feature, from: fromToken, to: toToken } = into
  const number = reader.sentencesRead - 1
  const end = into.sentences.to[sentence] ?? 0
  const start = into.sentences.from[sentence] ?? 0
  let count = into.phrasesFrom[sentence] ?? 0
  let told = distinct.count
  // The start marker belongs to the first sentence.
  for (let from = start === 1 ? 0 : start; from < end; from++) {
    let entry = word[from] ?? 0
    let at = from + 1
    for (;;) {
      const about = entries[entry << 1] ?? 0
      const seenIn = entries[(entry << 1) + 1] ?? 0
      if (about > 1 && seenIn !== number) {
        const phrase = (about >> 1) - 1
        feature[count] = phrase + ruleFeatures
        fromToken[count] = from
        toToken[count] = at
        if (negations.length === 0 || !isPhraseNegated(negations, into, count)) {
          entries[(entry << 1) + 1] = number
          count++
          distinctPhrase[told] = phrase
          told = (told + Number(seenIn < postFrom)) | 0
        }
      }
      if ((about & 1) === 0 || at === end) break
      entry = follow(learned, entry, word[at++] ?? 0)
      if (entry === 0) break
    }
  }
  distinct.count = told
  return count
}

/**
 * The feature of a rule's match. -1 if the match is negated, or if the rule requires the start of a sentence
 * and the match is elsewhere.
 */
function ruleFeature({ rules, matches }: Reader, { tokens }: TextReading, match: number): number {
  const rule = matches.output[match] ?? 0
  const from = matches.from[match] ?? 0
  const place = ((tokens.flags[from] ?? 0) & asked) !== 0 ? 1 : 0
  const reads = readsContext[rule] ?? 0
  if (reads === 0) return rule * placeCount + place
  // The first token of a text comes after the start marker.
  if ((reads & opens) !== 0 && from > 1 && ((tokens.flags[from] ?? 0) & opensSentence) === 0) return -1
  const context = readContext(rules, tokens, from)
  if ((reads & ignoredIfNegated) !== 0 && context < 0) return -1
  return rule * placeCount + ((reads & personal) !== 0 && context > 0 ? placeCount - 1 : place)
}

/**
 * Keeps the more certain of two personas. If both are equally certain, it keeps the longer name, and of names
 * of equal length the first.
 */
function notePersona({ reading, rules, matches }: Reader, { tokens }: TextReading, match: number): void {
  const found = (matches.output[match] ?? 0) - ruleCount
  const rule = personaRules[found]
  if (rule === undefined) {
    reading.firstPerson++
    return
  }
  if (rule.rank === surestRank && isThirdPerson(rules, tokens, matches.from[match] ?? 0)) return
  const kept = reading.persona < 0 ? undefined : personaRules[reading.persona]
  if (
    kept === undefined ||
    rule.rank < kept.rank ||
    (rule.rank === kept.rank && rule.persona.length > kept.persona.length)
  ) {
    reading.persona = found
  }
}

/** Makes the arrays long enough for the maximum number of features. */
function makeRoom({ matches, learned, reading: { distinct } }: Reader, into: TextReading): void {
  const { count } = into.sentences
  if (into.featuresFrom.length <= count) {
    into.featuresFrom = new Int32Array(count * 2 + 1)
    into.phrasesFrom = new Int32Array(count * 2 + 1)
  }
  const most = matches.count + learned.longest * into.tokens.count + 1
  if (into.feature.length < most) {
    into.feature = new Int32Array(most * 2)
    into.from = new Int32Array(most * 2)
    into.to = new Int32Array(most * 2)
  }
  if (distinct.phrase.length < distinct.count + most)
    distinct.phrase = grown(distinct.phrase, (distinct.count + most) * 2)
}
