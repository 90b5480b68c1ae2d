import type { ScorablePost } from '#scoring/post-score.ts'
import { makePostReader, ruleFeatureCount, type TextReading } from '#scoring/read-sentences.ts'
import { rulePlaces, ruleTable } from '#scoring/rules/rule-table.ts'
import { signals } from '#scoring/signal.ts'
import { sentenceSpan } from '#scoring/text/list-sentences.ts'
import { asked } from '#scoring/text/tokens.ts'
import type { FeatureOnlyPost } from '../data/feature-only-posts.ts'
import type { LabelledPost } from '../data/labelled-post.ts'

export type SentenceTable = ReturnType<typeof tabulateSentences>

type Sentence = {
  features: Iterable<number>
  tokens: number
  inTitle: boolean
  asks: boolean
  span: { start: number; end: number }
}

function startTable(phrases: readonly string[]) {
  const numbers = (): number[] => []
  const [postFrom, featuresFrom, feature, tokens] = [numbers(), numbers(), numbers(), numbers()]
  const [inTitle, asks, start, end] = [numbers(), numbers(), numbers(), numbers()]
  return {
    openPost: () => postFrom.push(featuresFrom.length),
    add({ features, span, ...sentence }: Sentence): void {
      featuresFrom.push(feature.length)
      for (const one of features) feature.push(one)
      tokens.push(sentence.tokens)
      inTitle.push(Number(sentence.inTitle))
      asks.push(Number(sentence.asks))
      start.push(span.start)
      end.push(span.end)
    },
    close: () => ({
      phrases,
      /** The index of the first sentence of each post, then the end of the last post. */
      postFrom: new Int32Array([...postFrom, featuresFrom.length]),
      /** The index of the first feature of each sentence, then the end of the last sentence. */
      featuresFrom: new Int32Array([...featuresFrom, feature.length]),
      feature: new Int32Array(feature),
      /** The number of tokens of each sentence, and whether it is in the title or a question. */
      tokens: new Int32Array(tokens),
      inTitle: new Uint8Array(inTitle),
      asks: new Uint8Array(asks),
      start: new Int32Array(start),
      end: new Int32Array(end),
    }),
  }
}

/**
 * The sentences and features of many posts as parallel arrays, without texts. Texts are read as the scorer
 * reads them, but with all candidate phrases. Posts of which only features are stored come last, each with
 * two sentences: its title and its text.
 */
export function tabulateSentences(
  posts: readonly ScorablePost[],
  phrases: readonly string[],
  featureOnly: readonly FeatureOnlyPost[] = [],
) {
  const read = makePostReader(phrases)
  const table = startTable(phrases)
  const addText = (
    text: string,
    { sentences, tokens, feature, featuresFrom }: TextReading,
    inTitle: boolean,
  ) => {
    for (let at = 0; at < sentences.count; at++) {
      const [from, to] = [sentences.from[at] ?? 0, sentences.to[at] ?? 0]
      const features = feature.subarray(featuresFrom[at], featuresFrom[at + 1])
      const asks = ((tokens.flags[from] ?? 0) & asked) !== 0
      const span = sentenceSpan(text, tokens, { from, to })
      table.add({ features, tokens: to - from, inTitle, asks, span })
    }
  }
  for (const post of posts) {
    const reading = read(post)
    table.openPost()
    addText(post.title, reading.title, true)
    addText(post.selftext, reading.body, false)
  }
  const placeOf = new Map(phrases.map((phrase, at) => [phrase, ruleFeatureCount + at]))
  const plain = { asks: false, span: { start: 0, end: 0 } }
  for (const post of featureOnly) {
    table.openPost()
    for (const inTitle of [true, false]) {
      const found = (inTitle ? post.title : post.body).flatMap((phrase) => placeOf.get(phrase) ?? [])
      const tokens = inTitle ? Math.max(1, post.title.length) : post.bodyTokens * 3
      table.add({ ...plain, features: [...rulesOf(post, inTitle), ...found], tokens, inTitle })
    }
  }
  return table.close()
}

export const featuresOf = ({ feature, featuresFrom }: SentenceTable, sentence: number): Int32Array =>
  feature.subarray(featuresFrom[sentence], featuresFrom[sentence + 1])

const ruleOf = new Map(ruleTable.map(({ key }, at) => [key, at]))

function rulesOf({ rules }: FeatureOnlyPost, inTitle: boolean): number[] {
  return rules.flatMap((rule) => {
    const number = ruleOf.get(rule.key)
    return rule.inTitle === inTitle && number !== undefined ? [number * rulePlaces.length + rule.place] : []
  })
}

/**
 * `judged` tells for each sentence whether raters judged it. `shows` tells for each sentence and signal
 * (`signals.length` numbers per sentence) whether raters marked the sentence with the signal.
 */
export type SentenceLabels = { judged: Uint8Array; shows: Uint8Array }

/** Assigns the marks of raters to sentences that overlap them by at least half. */
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
