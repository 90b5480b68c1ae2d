import type { KeywordTerm } from './keyword-terms.ts'
import { filtersKey, type QueryFilters } from './query-filters.ts'
import { type QueryNode, type QueryProblem, readQuery } from './query-language.ts'
import { type QueryToken, readTokens } from './query-tokens.ts'

export type AskedWords = {
  /** The keyword as typed, with single spaces and without `in:` and the other limits. */
  keyword: string
  terms: KeywordTerm[]
  /** The names after `in:` in lower case. Absent if there are none. */
  communities?: string[]
  /** True if there is no name after `in:`. */
  emptyLimit?: true
  /** For a query with OR or parentheses: what a post has to contain. */
  query?: QueryNode
  /** Absent without any. */
  filters?: QueryFilters
  /** What is wrong with the keyword, and where in the typed text. Absent if it is correct. */
  problems?: QueryProblem[]
}

/** The start of a keyword with normalised white space and quotes. */
const foldStart = (start: string) =>
  start
    .normalize('NFKC')
    .trimStart()
    .replace(/\s+/gu, ' ')
    .replace(/[“”„‟]/gu, '"')

const foldWritten = (keyword: string) => foldStart(keyword).trimEnd()

/** Converts an offset in the normalised keyword to an offset in the typed keyword. */
function typedOffset(keyword: string, offset: number): number {
  let [low, high] = [0, keyword.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (foldStart(keyword.slice(0, middle + 1)).length > offset) high = middle
    else low = middle + 1
  }
  return low
}

/** Errors with their positions in the typed keyword. The message contains the position, too. */
function placeProblems(keyword: string, problems: readonly QueryProblem[]): QueryProblem[] {
  return problems.map(({ start, end, message }) => {
    const at = typedOffset(keyword, start)
    const typedEnd = typedOffset(keyword, end - 1) + 1
    return { start: at, end: typedEnd, message: `At character ${at + 1}: ${message}` }
  })
}

const isLimit = (token: QueryToken) => token.kind === 'filter'

/**
 * The limits in a typed keyword, such as `in:name`, as a text that can be added to another keyword. '' if
 * there are none.
 */
export function limitsOf(keyword: string): string {
  const written = foldWritten(keyword)
  return readTokens(written)
    .filter((token) => token.kind === 'filter' && token.value !== '')
    .map(({ start, end }) => written.slice(start, end))
    .join(' ')
}

/** A community, named by its name or URL. */
const limitName = (name: string) =>
  name
    .replace(/^(?:https?:\/\/)?(?:[a-z]+\.)?reddit\.com(?=\/r\/)/iu, '')
    .replace(/^\/?r\//iu, '')
    .replace(/\/$/u, '')
    .trim()
    .toLowerCase()

function readLimits(limits: readonly { value: string; isQuoted: boolean }[]) {
  const written = limits.map(({ value, isQuoted }) =>
    (isQuoted ? [value] : value.split(/[,+]/u)).map(limitName).filter((name) => name !== ''),
  )
  const communities = [...new Set(written.flat())]
  return {
    ...(communities.length === 0 ? {} : { communities }),
    ...(written.some((names) => names.length === 0) ? { emptyLimit: true as const } : {}),
  }
}

/** The text without the given pieces. */
function without(text: string, pieces: readonly QueryToken[]): string {
  let at = 0
  const kept = pieces.map(({ start, end }) => {
    const before = text.slice(at, start)
    at = end
    return before
  })
  return [...kept, text.slice(at)].join('').trim().replace(/\s+/gu, ' ')
}

/**
 * Parses a keyword in search syntax. `"exact words"` is a phrase, `-word` or `-"words"` excludes, and
 * `in:name` limits. OR, parentheses, `source:`, `after:`, `before:`, `score:` and `signal:` are described in
 * docs/watches.md. Full-width and decomposed letters are normalised.
 */
export function parseKeyword(keyword: string): AskedWords {
  const written = foldWritten(keyword)
  const { terms, query, filters, limits, problems } = readQuery(written)
  return {
    keyword: without(written, readTokens(written).filter(isLimit)),
    terms,
    ...readLimits(limits),
    ...(query === undefined ? {} : { query }),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
    ...(problems.length === 0 ? {} : { problems: placeProblems(keyword, problems) }),
  }
}

type Asked = Pick<AskedWords, 'keyword' | 'emptyLimit' | 'filters'> & { communities?: readonly string[] }

/**
 * A key that is equal for equivalent keywords, so that they share one search. Case, width and white space are
 * ignored, but the case of OR is not.
 */
export function sameQuestion({ keyword, communities = [], emptyLimit, filters = {} }: Asked): string {
  const isLimited = communities.length > 0 || emptyLimit
  const limited = isLimited ? ` in:${communities.toSorted().join(',')}` : ''
  const words = keyword.split(' ').map((word) => (word === 'OR' ? word : word.toLowerCase()))
  return `${words.join(' ')}${limited}${filtersKey(filters)}`
}
