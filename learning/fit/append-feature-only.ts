import { ruleFeatureCount } from '#scoring/read-sentences.ts'
import { rulePlaces, ruleTable } from '#scoring/rules/rule-table.ts'
import type { FeatureOnlyPost } from '../data/feature-only-posts.ts'
import type { SentenceTable } from './sentence-table.ts'

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
  const all = new Int32Array(one.length + other.length)
  all.set(one)
  all.set(Array.from(other), one.length)
  return all
}
