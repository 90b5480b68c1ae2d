import { readFileSync } from 'node:fs'
import { type HitFinder, type Hits, ruleFeatureCount, wordingFeature } from '#scoring/find-hits.ts'
import { rulePlaces, ruleTable } from '#scoring/rule-table.ts'
import type { LabelledPost } from './scoring-labels.ts'
import { readRow, type SparseRow } from './scoring-rows.ts'
import { readShortLabel } from './scoring-short-label.ts'

/**
 * A judged post whose text is not ours to keep: only what a reader counted of it, without places. `rules` by key and
 * place; words and phrases of the title each count 1, those of the body each `bodyValue`.
 */
export type CountedPost = {
  id: string
  community: string
  label: string
  potential: number
  signals: Record<string, number>
  rules: Record<string, number[]>
  title: string[]
  body: string[]
  bodyValue: number
}

/** Those to learn from, and those that nothing is learned from: a model is only looked at with them. */
export type CountedSet = 'train' | 'check'

export const countedPaths: Record<CountedSet, URL> = {
  train: new URL('./scoring-counted-posts.ndjson', import.meta.url),
  check: new URL('./scoring-counted-check.ndjson', import.meta.url),
}

/**
 * Counts a post as a finder of `wording` reads it: all its words, and of its phrases of several words some that do not
 * touch one another, the heaviest by `weightOf` first, so that nothing longer than a phrase can be put together again.
 */
export function countPost(
  post: LabelledPost & { label: string },
  finder: HitFinder,
  wording: readonly string[],
  weightOf: (phrase: string) => number,
): CountedPost {
  const counted: CountedPost = {
    id: post.id,
    community: post.community,
    label: post.label,
    potential: post.potential,
    signals: post.signals,
    rules: {},
    title: [],
    body: [],
    bodyValue: 0,
  }
  const { features, values } = readRow(finder, post)
  const phraseOf = (feature: number) => wording[(feature - ruleFeatureCount) >> 1] ?? ''
  const apart = featuresApart(finder.find(post), (feature) => weightOf(phraseOf(feature)))
  features.forEach((feature, at) => {
    const value = Number((values[at] ?? 0).toFixed(4))
    if (feature >= ruleFeatureCount) {
      const phrase = phraseOf(feature)
      if (phrase.includes(' ') && !apart.has(feature)) return
      const inBody = (feature - ruleFeatureCount) % 2 === 1
      counted[inBody ? 'body' : 'title'].push(phrase)
      if (inBody) counted.bodyValue = value
      return
    }
    const key = ruleTable[Math.floor(feature / rulePlaces.length)]?.key ?? ''
    const each = counted.rules[key] ?? rulePlaces.map(() => 0)
    each[feature % rulePlaces.length] = value
    counted.rules[key] = each
  })
  counted.title.sort()
  counted.body.sort()
  return counted
}

/** Learned phrases of several words, of which no two share or follow one another's words, the heaviest first. */
function featuresApart(hits: Hits, weightOf: (feature: number) => number): Set<number> {
  const inTitle = new Set<number>()
  const inBody = new Set<number>()
  const phrases = Array.from({ length: hits.count }, (_, at) => ({
    feature: hits.feature[at] ?? 0,
    from: hits.from[at] ?? 0,
    to: hits.to[at] ?? 0,
    taken: at < hits.bodyFrom ? inTitle : inBody,
  }))
    .filter(({ feature, from, to }) => feature >= ruleFeatureCount && to - from > 1)
    .sort((one, other) => weightOf(other.feature) - weightOf(one.feature) || one.from - other.from)
  const apart = new Set<number>()
  for (const { feature, from, to, taken } of phrases) {
    const tokens = Array.from({ length: to - from }, (_, at) => from + at)
    if ([from - 1, ...tokens, to].some((token) => taken.has(token))) continue
    for (const token of tokens) taken.add(token)
    apart.add(feature)
  }
  return apart
}

/** The row of a counted post, for phrases numbered by `placeOf`; rules and phrases that are no more are left out. */
export function rowOfCounts(post: CountedPost, placeOf: ReadonlyMap<string, number>): SparseRow {
  const features: number[] = []
  const values: number[] = []
  const add = (feature: number, value: number) => {
    features.push(feature)
    values.push(value)
  }
  ruleTable.forEach(({ key }, rule) => {
    post.rules[key]?.forEach((value, place) => {
      if (value !== 0) add(rule * rulePlaces.length + place, value)
    })
  })
  const addPhrases = (phrases: readonly string[], inBody: number, value: number) => {
    for (const phrase of phrases) {
      const place = placeOf.get(phrase)
      if (place !== undefined) add(wordingFeature(place, inBody), value)
    }
  }
  addPhrases(post.title, 0, 1)
  addPhrases(post.body, 1, post.bodyValue)
  return { features: Int32Array.from(features), values: Float64Array.from(values) }
}

/**
 * Lines of JSON: the names of rules and the phrases, the commonest first, then each post with its rules as
 * `number.place: value` and its phrases' numbers as gaps in base 36.
 */
export function encodeCounts(posts: readonly CountedPost[]): string {
  const uses = new Map<string, number>()
  for (const { title, body } of posts)
    for (const phrase of [...title, ...body]) uses.set(phrase, (uses.get(phrase) ?? 0) + 1)
  const phrases = [...uses.keys()].sort(
    (one, other) => (uses.get(other) ?? 0) - (uses.get(one) ?? 0) || (one < other ? -1 : 1),
  )
  const numberOf = new Map(phrases.map((phrase, at) => [phrase, at]))
  const ruleKeys = [...new Set(posts.flatMap(({ rules }) => Object.keys(rules)))].sort()
  const lines = posts.map(({ id, community, label, rules, title, body, bodyValue }) => ({
    id,
    community,
    label,
    rules: encodeRules(rules, ruleKeys),
    title: encodeNumbers(title.map((phrase) => numberOf.get(phrase) ?? 0)),
    body: encodeNumbers(body.map((phrase) => numberOf.get(phrase) ?? 0)),
    bodyValue,
  }))
  return [{ ruleKeys, phrases }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
}

export function decodeCounts(text: string): CountedPost[] {
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '')
  const { ruleKeys, phrases }: { ruleKeys: string[]; phrases: string[] } = JSON.parse(head)
  const phrasesOf = (numbers: string) => decodeNumbers(numbers).map((number) => phrases[number] ?? '')
  return lines.map((line) => {
    const row = JSON.parse(line)
    const title = phrasesOf(row.title).sort()
    const body = phrasesOf(row.body).sort()
    const rules = decodeRules(row.rules, ruleKeys)
    return { ...row, ...readShortLabel(row.label), rules, title, body }
  })
}

function encodeRules(rules: CountedPost['rules'], keys: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(rules).flatMap(([key, values]) =>
      values.flatMap((value, place) => (value === 0 ? [] : [[`${keys.indexOf(key)}.${place}`, value]])),
    ),
  )
}

function decodeRules(numbered: Record<string, number>, keys: readonly string[]): CountedPost['rules'] {
  const rules: CountedPost['rules'] = {}
  for (const [name, value] of Object.entries(numbered)) {
    const [number, place] = name.split('.').map(Number)
    const key = keys[number ?? 0] ?? ''
    const each = rules[key] ?? rulePlaces.map(() => 0)
    each[place ?? 0] = value
    rules[key] = each
  }
  return rules
}

function encodeNumbers(numbers: readonly number[]): string {
  let last = -1
  return numbers
    .toSorted((one, other) => one - other)
    .map((number) => {
      const gap = number - last
      last = number
      return gap.toString(36)
    })
    .join(' ')
}

function decodeNumbers(text: string): number[] {
  let last = -1
  const gaps = text === '' ? [] : text.split(' ')
  return gaps.map((gap) => {
    last += Number.parseInt(gap, 36)
    return last
  })
}

/** Real posts of 2025-2026, gathered from public collections and judged by language models, as counts. */
export function readCountedPosts(set: CountedSet): CountedPost[] {
  return decodeCounts(readFileSync(countedPaths[set], 'utf8'))
}
