import { type Denials, emptyDenials, findDenials, isDenied } from './find-denials.ts'
import { personaRules, surestRank } from './persona-rules.ts'
import { plainSignals } from './plain-signals.ts'
import type { ScorablePost } from './post-score.ts'
import { isToldOfOthers, readContext } from './read-context.ts'
import { rulePlaces, ruleTable } from './rule-table.ts'
import { emptyMatches, type Matches, matchPhrases } from './text/match-phrases.ts'
import type { PhraseTrie } from './text/packed-trie.ts'
import { compilePhrases } from './text/phrase-trie.ts'
import { makeTokenizer } from './text/tokenize.ts'
import { asked, emptyTokens, linkWords, markWords, type Tokens } from './text/tokens.ts'
import type { Vocabulary } from './text/vocabulary.ts'

/** Tokens of the title or of the body, from one up to another. */
export type TokenRange = { inBody: boolean; from: number; to: number }

/**
 * What a post holds, as parallel arrays over hits. A feature is a rule in a place, or a learned phrase
 * in the title or the body; `value` falls with repetition. Reused between posts.
 */
export type Hits = {
  count: number
  /** Hits before this one are the title's. */
  bodyFrom: number
  feature: Int32Array
  from: Int32Array
  to: Int32Array
  value: Float64Array
  /** The value of every learned phrase of the body; in the title it is 1. */
  bodyPhraseValue: number
  title: Tokens
  body: Tokens
  /** The surest rule of `personaRules` that matched, or -1. */
  persona: number
  /** How often the author speaks of themselves. */
  firstPerson: number
  /** For each of `plainSignals` where it was told first, if anywhere. */
  plain: (TokenRange | undefined)[]
}

export type HitFinder = { find: (post: ScorablePost) => Hits; featureCount: number; vocabulary: Vocabulary }

const placeCount = rulePlaces.length
/** Features below this number are rules. */
export const ruleFeatureCount = ruleTable.length * placeCount
const mostHits = 4096
/** How a rule reads the words before its hits, as bits. */
const negatable = 1
const personal = 2
const readsContext = Uint8Array.from(
  ruleTable,
  (rule) => (rule.negatable ? negatable : 0) | (rule.personal ? personal : 0),
)
const ruleCount = ruleTable.length
const repetitionValues = [1, 0.5, 0.25]

/** The feature of learned phrase number `phrase` in the title (0) or the body (1). */
export function wordingFeature(phrase: number, inBody: number): number {
  return ruleFeatureCount + phrase * 2 + inBody
}

function emptyHits(): Hits {
  return {
    count: 0,
    bodyFrom: 0,
    feature: new Int32Array(mostHits),
    from: new Int32Array(mostHits),
    to: new Int32Array(mostHits),
    value: new Float64Array(mostHits),
    bodyPhraseValue: 0,
    title: emptyTokens(),
    body: emptyTokens(),
    persona: -1,
    firstPerson: 0,
    plain: plainSignals.map(() => undefined),
  }
}

/** Behind those of personas stand one output for all words for oneself, then those of plain signals. */
const selfOutput = personaRules.length
const plainOutput = selfOutput + 1
const selfWords = ['i', 'im', 'ive', 'id', 'my', 'we', 'our', 'me']

/** What reading a post needs at hand; one for a model, reused between posts. */
type Reader = {
  trie: PhraseTrie
  matches: Matches
  denials: Denials
  hits: Hits
  /** By feature how often it was seen in this post (up to 3, the lower two bits), and at which hit last. */
  seen: Int32Array
  /** Outputs of the trie: rules first, then learned phrases, personas, words for oneself and plain signals. */
  personaFrom: number
  /** 0 while the title is read, then 1. */
  inBody: number
}

/** Compiles rules, learned phrases, personas and plain signals into one trie, told apart by their outputs. */
function compileAll(wording: readonly string[], personaFrom: number): PhraseTrie {
  const phrases = ruleTable.flatMap((rule, output) => rule.phrases.map((text) => ({ text, output })))
  wording.forEach((text, at) => {
    phrases.push({ text, output: ruleTable.length + at })
  })
  personaRules.forEach((rule, at) => {
    for (const text of rule.phrases) phrases.push({ text, output: personaFrom + at })
  })
  for (const text of selfWords) phrases.push({ text, output: personaFrom + selfOutput })
  plainSignals.forEach(({ phrases: texts }, at) => {
    for (const text of texts) phrases.push({ text, output: personaFrom + plainOutput + at })
  })
  return compilePhrases(phrases, [...markWords, ...linkWords])
}

/** Compiles the rules and the learned phrases into the one matcher that reads posts. */
export function makeHitFinder(wording: readonly string[]): HitFinder {
  const personaFrom = ruleTable.length + wording.length
  const trie = compileAll(wording, personaFrom)
  const tokenize = makeTokenizer(trie.vocabulary)
  const featureCount = wordingFeature(wording.length, 0)
  const hits = emptyHits()
  const seen = new Int32Array(featureCount)
  const reader: Reader = {
    trie,
    matches: emptyMatches(),
    denials: emptyDenials(),
    hits,
    seen,
    personaFrom,
    inBody: 0,
  }
  function find(post: ScorablePost): Hits {
    hits.count = 0
    hits.bodyFrom = 0
    hits.persona = -1
    hits.firstPerson = 0
    hits.plain.fill(undefined)
    tokenize(post.title, hits.title)
    reader.inBody = 0
    collect(reader, post.title, hits.title)
    hits.bodyFrom = hits.count
    tokenize(post.selftext, hits.body)
    reader.inBody = 1
    collect(reader, post.selftext, hits.body)
    weighBody(hits)
    for (let at = 0; at < hits.count; at++) seen[hits.feature[at] ?? 0] = 0
    return hits
  }
  return { find, featureCount, vocabulary: trie.vocabulary }
}

/** The feature of a rule's hit that starts at token `from`, or -1 when the hit is negated. */
function ruleFeature(reader: Reader, tokens: Tokens, output: number, from: number): number {
  const place = reader.inBody * 2 + (((tokens.flags[from] ?? 0) & asked) !== 0 ? 1 : 0)
  const reads = readsContext[output] ?? 0
  if (reads === 0) return output * placeCount + place
  const context = readContext(reader.trie, tokens, from)
  if ((reads & negatable) !== 0 && context < 0) return -1
  return output * placeCount + ((reads & personal) !== 0 && context > 0 ? placeCount - 1 : place)
}

/** Adds what matches in a text to the hits; overlapping matches of a feature are one hit. */
function collect(reader: Reader, text: string, tokens: Tokens): void {
  const { matches, denials, hits, seen, personaFrom, inBody } = reader
  matchPhrases(reader.trie, tokens, matches)
  findDenials({ trie: reader.trie, text, tokens }, matches, denials)
  const { output: outputs, from: froms, to: tos } = matches
  const firstHit = hits.bodyFrom * inBody
  let count = hits.count
  for (let at = 0; at < matches.count; at++) {
    const output = outputs[at] ?? 0
    const from = froms[at] ?? 0
    if (output >= personaFrom) {
      const found = output - personaFrom
      if (found >= plainOutput) notePlain(reader, tokens, found - plainOutput, from, tos[at] ?? 0)
      else notePersona(reader, tokens, found, from)
      continue
    }
    const to = tos[at] ?? 0
    if (denials.count > 0 && isDenied(denials, output, from, to)) continue
    const isRule = output < ruleCount
    const feature = isRule
      ? ruleFeature(reader, tokens, output, from)
      : wordingFeature(output - ruleCount, inBody)
    if (feature < 0) continue
    const before = seen[feature] ?? 0
    const times = before & 3
    if (times > 0) {
      const last = before >> 2
      const lastTo = hits.to[last] ?? 0
      if (last >= firstHit && from < lastTo) {
        if (to > lastTo) hits.to[last] = to
        continue
      }
      if (!isRule || times >= repetitionValues.length) continue
    }
    if (count === mostHits) continue
    seen[feature] = (count << 2) | (times + 1)
    hits.feature[count] = feature
    hits.from[count] = from
    hits.to[count] = to
    hits.value[count] = repetitionValues[times] ?? 0
    count++
  }
  hits.count = count
}

/** Notes where a plain signal is told first; what is asked is not told. */
function notePlain(
  { hits, inBody }: Reader,
  { flags }: Tokens,
  found: number,
  from: number,
  to: number,
): void {
  if (hits.plain[found] === undefined && ((flags[from] ?? 0) & asked) === 0)
    hits.plain[found] = { inBody: inBody === 1, from, to }
}

/** Keeps the surer of the persona found so far and another; of equals the longer name, then the earlier. */
function notePersona(reader: Reader, tokens: Tokens, found: number, from: number): void {
  const { hits } = reader
  const rule = personaRules[found]
  if (rule === undefined) {
    hits.firstPerson++
    return
  }
  if (rule.rank === surestRank && isToldOfOthers(reader.trie, tokens, from)) return
  const kept = hits.persona < 0 ? undefined : personaRules[hits.persona]
  if (
    kept === undefined ||
    rule.rank < kept.rank ||
    (rule.rank === kept.rank && rule.persona.length > kept.persona.length)
  ) {
    hits.persona = found
  }
}

/** Words count for less the more a body has of them, so that length alone earns nothing. */
function weighBody(hits: Hits): void {
  const phraseValue = 5 / Math.sqrt(hits.body.count * 1.2 + 20)
  hits.bodyPhraseValue = phraseValue
  const ruleScale = 1 / Math.sqrt(0.5 + hits.body.count / 150)
  for (let at = hits.bodyFrom; at < hits.count; at++) {
    const isRule = (hits.feature[at] ?? 0) < ruleFeatureCount
    hits.value[at] = isRule ? (hits.value[at] ?? 0) * ruleScale : phraseValue
  }
}
