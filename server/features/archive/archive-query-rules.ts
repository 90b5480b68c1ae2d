/** A term of a keyword with its stems as PostgreSQL gave them; '' where only stop words were left. */
export type StemmedTerm = { stems: string; excluded: boolean }

/** A question to the archive, as tsqueries. */
export type ArchiveQuery = {
  /** Posts with all the words. */
  all: string
  /** Posts with all the words in the title. */
  title: string
  /**
   * Posts with most of the words, or with those of a lone phrase apart, and among them those with all; null
   * when there is a single word.
   */
  most: string | null
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
  const most = picks(wanted, size).map(every).join(' | ')
  return {
    all: without(every(wanted), excluded),
    title: every(wanted.map(inTitle)),
    most: wanted.length > 1 ? without(most, excluded) : loosePhrase(wanted[0] ?? '', excluded),
  }
}

/** A phrase alone is widened to posts that hold its words in other places. */
function loosePhrase(phrase: string, excluded: readonly string[]): string | null {
  const words = inAnyOrder(phrase)
  return words === phrase ? null : without(words, excluded)
}

function without(wanted: string, excluded: readonly string[]): string {
  return [`(${wanted})`, ...excluded.map((one) => `!(${one})`)].join(' & ')
}
