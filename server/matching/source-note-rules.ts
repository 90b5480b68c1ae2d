import type { QueryFilters } from '#contract/query-filters.ts'

/** The note names at most this many sources. */
const mostNamed = 20

const inWords = (names: readonly string[], word: string) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`

/**
 * Says which sources of a query have no posts here, and which sources have some. Null if all sources of the
 * query have posts here.
 */
export function describeUnknownSources(
  { sources = [], notSources = [] }: QueryFilters,
  searched: readonly { source: string }[],
): string | null {
  const known = searched.map(({ source }) => source)
  const unknown = [...new Set([...sources, ...notSources])].filter((name) => !known.includes(name))
  if (unknown.length === 0) return null
  const quoted = unknown.slice(0, mostNamed).map((name) => `“${name}”`)
  const there = [...new Set(known)].toSorted().slice(0, mostNamed)
  const others = there.length === 0 ? '' : ` “source:” finds ${inWords(there, 'or')}.`
  return `There are no posts of ${inWords(quoted, 'or')} here.${others}`
}
