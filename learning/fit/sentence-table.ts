import type { ScorablePost } from '#scoring/post-score.ts'
import { makePostReader, ruleFeatureCount, type TextReading } from '#scoring/read-sentences.ts'
import { rulePlaces, ruleTable } from '#scoring/rules/rule-table.ts'
import { signals } from '#scoring/signal.ts'
import { sentenceSpan } from '#scoring/text/list-sentences.ts'
import { asked, grown } from '#scoring/text/tokens.ts'
import type { FeatureOnlyPost } from '../data/feature-only-posts.ts'
import type { LabelledPost } from '../data/labelled-post.ts'

/** The sentences of many posts and the features of each, as parallel arrays; texts are not kept. */
export type SentenceTable = {
  phrases: readonly string[]
  /** By post its first sentence; one more closes the last. */
  postFrom: Int32Array
  /** By sentence its first feature; one more closes the last. */
  featuresFrom: Int32Array
  feature: Int32Array
  /** Tokens of each sentence, and whether it stands in the title or in a question. */
  tokens: Int32Array
  inTitle: Uint8Array
  asks: Uint8Array
  start: Int32Array
  end: Int32Array
}

/** A growing list of whole numbers. */
function makeNumbers() {
  let held = new Int32Array(1 << 16)
  let count = 0
  return {
    push(value: number) {
      if (count === held.length) held = grown(held)
      held[count++] = value
    },
    length: () => count,
    done: () => held.slice(0, count),
  }
}

/** Reads posts as the scorer reads them, with every phrase that may get a weight. */
export function tabulateSentences(posts: readonly ScorablePost[], phrases: readonly string[]): SentenceTable {
  const read = makePostReader(phrases)
  const numbers = () => makeNumbers()
  const [postFrom, featuresFrom, feature, tokens] = [numbers(), numbers(), numbers(), numbers()]
  const [inTitle, asks, start, end] = [numbers(), numbers(), numbers(), numbers()]
  const addText = (text: string, reading: TextReading, isTitle: number) => {
    const { sentences } = reading
    for (let at = 0; at < sentences.count; at++) {
      const tokenRange = { from: sentences.from[at] ?? 0, to: sentences.to[at] ?? 0 }
      const span = sentenceSpan(text, reading.tokens, tokenRange)
      featuresFrom.push(feature.length())
      for (let each = reading.featuresFrom[at] ?? 0; each < (reading.featuresFrom[at + 1] ?? 0); each++)
        feature.push(reading.feature[each] ?? 0)
      tokens.push(tokenRange.to - tokenRange.from)
      inTitle.push(isTitle)
      asks.push(((reading.tokens.flags[tokenRange.from] ?? 0) & asked) === 0 ? 0 : 1)
      start.push(span.start)
      end.push(span.end)
    }
  }
  for (const post of posts) {
    const reading = read(post)
    postFrom.push(featuresFrom.length())
    addText(post.title, reading.title, 1)
    addText(post.selftext, reading.body, 0)
  }
  postFrom.push(featuresFrom.length())
  featuresFrom.push(feature.length())
  return {
    phrases,
    postFrom: postFrom.done(),
    featuresFrom: featuresFrom.done(),
    feature: feature.done(),
    tokens: tokens.done(),
    inTitle: Uint8Array.from(inTitle.done()),
    asks: Uint8Array.from(asks.done()),
    start: start.done(),
    end: end.done(),
  }
}

/** By sentence whether raters judged it, and, `signals.length` numbers each, whether they marked it as showing a signal. */
export type SentenceLabels = { judged: Uint8Array; shows: Uint8Array }

/** Puts the raters' marks on the sentences that they overlap by half or more. */
export function labelSentences(posts: readonly LabelledPost[], table: SentenceTable): SentenceLabels {
  const count = table.tokens.length
  const judged = new Uint8Array(count)
  const shows = new Uint8Array(count * signals.length)
  posts.forEach(({ marks, judgedUntil }, post) => {
    if (marks === undefined) return
    for (let at = table.postFrom[post] ?? 0; at < (table.postFrom[post + 1] ?? 0); at++) {
      const field = table.inTitle[at] === 1 ? 'title' : 'selftext'
      const start = table.start[at] ?? 0
      const end = table.end[at] ?? 0
      if (field === 'selftext' && end > (judgedUntil ?? 0) + 1) continue
      judged[at] = 1
      for (const mark of marks) {
        const shared = Math.min(end, mark.end) - Math.max(start, mark.start)
        if (mark.field === field && shared * 2 >= Math.min(end - start, mark.end - mark.start))
          shows[at * signals.length + signals.indexOf(mark.signal)] = 1
      }
    }
  })
  return { judged, shows }
}

/** Appends posts of which only features are known: the title as one sentence, the body as another. */
export function appendFeatureOnly(table: SentenceTable, posts: readonly FeatureOnlyPost[]): SentenceTable {
  const placeOf = new Map(table.phrases.map((phrase, at) => [phrase, ruleFeatureCount + at]))
  const ruleOf = new Map(ruleTable.map(({ key }, at) => [key, at]))
  const numbersOf = (post: FeatureOnlyPost, inTitle: boolean) => [
    ...post.rules.flatMap((rule) => {
      const number = ruleOf.get(rule.key)
      return rule.inTitle === inTitle && number !== undefined ? [number * rulePlaces.length + rule.place] : []
    }),
    ...(inTitle ? post.title : post.body).flatMap((phrase) => placeOf.get(phrase) ?? []),
  ]
  const sentences = posts.flatMap((post) => [
    { features: numbersOf(post, true), tokens: Math.max(1, post.title.length), inTitle: 1 },
    { features: numbersOf(post, false), tokens: post.bodyTokens * 3, inTitle: 0 },
  ])
  const zeros = new Int32Array(sentences.length)
  let count = table.feature.length
  const featuresFrom = sentences.map(({ features }) => {
    const from = count
    count += features.length
    return from
  })
  const first = table.tokens.length
  return {
    phrases: table.phrases,
    postFrom: joined(
      table.postFrom,
      posts.map((_, at) => first + 2 * (at + 1)),
    ),
    featuresFrom: joined(table.featuresFrom.subarray(0, -1), [...featuresFrom, count]),
    feature: joined(
      table.feature,
      sentences.flatMap(({ features }) => features),
    ),
    tokens: joined(
      table.tokens,
      sentences.map(({ tokens }) => tokens),
    ),
    inTitle: Uint8Array.from([...table.inTitle, ...sentences.map(({ inTitle }) => inTitle)]),
    asks: Uint8Array.from([...table.asks, ...zeros]),
    start: joined(table.start, zeros),
    end: joined(table.end, zeros),
  }
}

function joined(one: Int32Array, other: ArrayLike<number>): Int32Array<ArrayBuffer> {
  const all = grown(one, one.length + other.length)
  all.set(Array.from(other), one.length)
  return all
}
