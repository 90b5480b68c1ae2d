import { type ReadTerm, wantedTerms } from './archive-query-rules.ts'

/** How often each term stands in a post, and of two whether they follow each other somewhere as asked, or stand close. */
export type CountedPlaces = {
  counts: readonly { title: number; text: number }[]
  follow: boolean
  close: boolean
}

/** A keyword whose words can be counted in a post: one or two, of one spelling each. */
export type CountedWords = {
  /** In the order of the terms. */
  lexemes: readonly string[]
  /** How many words the second stands behind the first; null of one word. */
  distance: number | null
}

/** Null where it takes the places themselves to rank a post. */
export function countedWords(terms: readonly ReadTerm[]): CountedWords | null {
  const [first, second, ...more] = wantedTerms(terms)
  if (first === undefined || more.length > 0) return null
  const asked = second === undefined ? [first] : [first, second]
  const lexemes = asked.flatMap(({ spellings: [only, other] }) =>
    other === undefined && only?.length === 1 ? only.map(({ lexeme }) => lexeme) : [],
  )
  if (lexemes.length < asked.length) return null
  if (second === undefined) return { lexemes, distance: null }
  const distance = second.offset - first.offset
  // A word that is said again counts where it is said last: behind the other. No tsquery looks backwards.
  return distance < 1 ? null : { lexemes, distance }
}

/** The most places that PostgreSQL stores of a lexeme. */
const mostPlaces = 256
const single = Math.fround

/**
 * What `ts_rank` gives for a lexeme that stands so often at places of weight 1, and at others of weight 0 behind them:
 * the sum of 1/1, 1/4, 1/9 and so on over its limit, in single precision as there.
 */
const ranks = Array.from({ length: mostPlaces }, () => 0).reduce<{ sum: number; steps: number[] }>(
  ({ sum, steps }, _, at) => {
    const next = single(sum + single(1 / single((at + 1) ** 2)))
    return { sum: next, steps: [...steps, single(single(single(1 + next) - 1) / 1.64493406685)] }
  },
  { sum: 0, steps: [0] },
).steps

/** How often a lexeme stands there, by its `ts_rank`; each step is distinct from the next by single precision. */
export function countOf(rank: number): number {
  let [least, most] = [0, mostPlaces]
  while (least < most) {
    const between = (least + most) >> 1
    if (rank > ((ranks[between] ?? 0) + (ranks[between + 1] ?? 2)) / 2) least = between + 1
    else most = between
  }
  return least
}
