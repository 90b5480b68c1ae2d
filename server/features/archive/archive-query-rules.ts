/** A term of a keyword with its stems as PostgreSQL gave them; '' where only stop words were left. */
export type StemmedTerm = { stems: string; excluded: boolean }

export type ArchiveQuery = {
  /** Posts with all the words. */
  all: string
  /** Posts with all the words in the title. */
  title: string
  /** Posts with most of the words and not all of them; null when the keyword is a single one. */
  most: string | null
}

/** Adds the title's weight to each stem: `'invoic' <-> 'tool'` to `'invoic':A <-> 'tool':A`. */
function inTitle(stems: string): string {
  return stems.replace(/'(?:[^']|'')*'/gu, '$&:A')
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
  const excluded = terms
    .filter((term) => term.excluded && term.stems !== '')
    .map((term) => `!(${term.stems})`)
  const without = (query: string) => [`(${query})`, ...excluded].join(' & ')
  const size = mostOf(wanted.length)
  return {
    all: without(every(wanted)),
    title: every(wanted.map(inTitle)),
    most:
      wanted.length === 1
        ? null
        : without(`(${picks(wanted, size).map(every).join(' | ')}) & !(${every(wanted)})`),
  }
}
