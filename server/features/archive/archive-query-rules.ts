/** A term of a keyword with its stems as PostgreSQL gave them; '' where only stop words were left. */
export type StemmedTerm = { stems: string; excluded: boolean }

/** A question to the archive, as tsqueries. */
type WordsQuery = {
  /** What the index alone can answer: which words a post holds, wherever they stand. */
  words: string
  /** What each of those posts is then checked for: words next to each other. Null when there are no phrases. */
  exactly: string | null
}

export type ArchiveQuery = {
  /** Posts with all the words. */
  all: WordsQuery
  /** Posts with all the words in the title. */
  title: string
  /**
   * Posts with most of the words, or with those of a lone phrase apart, and among them those with all; null
   * when there is a single word.
   */
  most: WordsQuery | null
}

/** Adds the title's weight to each stem: `'invoic' <-> 'tool'` to `'invoic':A <-> 'tool':A`. */
function inTitle(stems: string): string {
  return stems.replace(/'(?:[^']|'')*'/gu, '$&:A')
}

/** The words of a phrase without their order: `'invoic' <-> 'tool'` to `'invoic' & 'tool'`. */
function inAnyOrder(stems: string): string {
  return stems.replace(/'(?:[^']|'')*'|<(?:-|\d+)>/gu, (part) => (part.startsWith("'") ? part : '&'))
}

/** Every way to pick `size` of the items, in order. */
function picks<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, index) =>
    picks(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
  )
}

/** More than half of the words; of two words, either. */
export function mostOf(count: number): number {
  return count === 2 ? 1 : Math.floor(count / 2) + 1
}

const every = (stems: readonly string[]) => stems.map((one) => `(${one})`).join(' & ')

/** The queries of a keyword, or null when nothing in it can be searched for. */
export function archiveQuery(terms: readonly StemmedTerm[]): ArchiveQuery | null {
  const wanted = [
    ...new Set(terms.filter((term) => !term.excluded && term.stems !== '').map((term) => term.stems)),
  ]
  if (wanted.length === 0) return null
  const excluded = terms.filter((term) => term.excluded && term.stems !== '').map((term) => term.stems)
  const size = mostOf(wanted.length)
  const most = (stems: readonly string[]) => picks(stems, size).map(every).join(' | ')
  return {
    all: wordsQuery(every, wanted, excluded),
    title: every(wanted.map(inTitle)),
    most: wanted.length > 1 ? wordsQuery(most, wanted, excluded) : loosePhrase(wanted[0] ?? '', excluded),
  }
}

/** A phrase alone is widened to posts that hold its words in other places. */
function loosePhrase(phrase: string, excluded: readonly string[]): WordsQuery | null {
  const words = inAnyOrder(phrase)
  if (words === phrase) return null
  return wordsQuery(every, [words], excluded)
}

/** An excluded phrase is left to the check: the index would leave out every post that holds its words. */
function wordsQuery(
  combine: (stems: readonly string[]) => string,
  wanted: readonly string[],
  excluded: readonly string[],
): WordsQuery {
  const query = (stems: readonly string[], without: readonly string[]) =>
    [`(${combine(stems)})`, ...without.map((one) => `!(${one})`)].join(' & ')
  const isWord = (stems: string) => inAnyOrder(stems) === stems
  if ([...wanted, ...excluded].every(isWord)) return { words: query(wanted, excluded), exactly: null }
  return {
    words: query(wanted.map(inAnyOrder), excluded.filter(isWord)),
    exactly: query(wanted, excluded),
  }
}
