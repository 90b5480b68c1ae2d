import type { QueryFilters } from '#contract/query-filters.ts'
import type { QueryNode } from '#contract/query-language.ts'
import { type ReadTerm, writeTerm } from './archive-query-rules.ts'

/** A term as the archive searches it. A term that consists of stop words has no spellings. */
export type SearchedTerm = Pick<ReadTerm, 'excluded' | 'spellings' | 'marks'>

/** A query as the archive searches it, in a form that JSON can store. */
export type PostQuery = {
  /** The leaves are indices of `terms`. Without this tree, all terms are wanted except the excluded ones. */
  query?: QueryNode
  terms: readonly SearchedTerm[]
  /** In lower case. If this list is absent, posts of all communities match. */
  communities?: readonly string[]
  filters?: QueryFilters
}

/** The lexemes of a post with their positions. Marked forms have no positions. */
export type PostWords = ReadonlyMap<string, readonly number[]>

/** The parts of a post that a query can test. */
export type QueriedPost = {
  words: PostWords
  source: string
  /** In lower case. */
  community: string
  /** In lower case. For an own row, this is the name of its group. */
  collection?: string
  opportunityScore: number
  signals: readonly string[]
  createdAt: Date
}

function treeOf({ query, terms }: Pick<PostQuery, 'query' | 'terms'>): QueryNode {
  if (query !== undefined) return query
  return { all: terms.map(({ excluded }, term) => (excluded ? { not: { term } } : { term })) }
}

/** The tree without the terms that cannot be searched. Null if no term is left. */
function searchable(node: QueryNode, terms: readonly SearchedTerm[]): QueryNode | null {
  if ('term' in node) return (terms[node.term]?.spellings.length ?? 0) > 0 ? node : null
  if ('not' in node) {
    const inner = searchable(node.not, terms)
    return inner === null ? null : { not: inner }
  }
  const parts = 'all' in node ? node.all : node.any
  const left = parts.map((part) => searchable(part, terms)).filter((part) => part !== null)
  if (left.length === 0) return null
  return 'all' in node ? { all: left } : { any: left }
}

/** Whether every matching post has to contain a word of the query. */
function needsWord(node: QueryNode, terms: readonly SearchedTerm[]): boolean {
  if ('term' in node) {
    const { spellings = [], marks = [] } = terms[node.term] ?? {}
    return marks.length > 0 || (spellings.length > 0 && spellings.every((spelling) => spelling.length > 0))
  }
  if ('not' in node) return false
  return 'all' in node
    ? node.all.some((part) => needsWord(part, terms))
    : node.any.every((part) => needsWord(part, terms))
}

/**
 * A tree of what a post has to contain. Null if the query contains nothing that can be searched, or would
 * match posts without any of its words.
 */
export function searchedTree(query: Pick<PostQuery, 'query' | 'terms'>): QueryNode | null {
  const tree = searchable(treeOf(query), query.terms)
  return tree !== null && needsWord(tree, query.terms) ? tree : null
}

function writeNode(node: QueryNode, terms: readonly SearchedTerm[]): string {
  if ('term' in node) return writeTerm(terms[node.term] ?? { spellings: [] })
  if ('not' in node) return `!${writeNode(node.not, terms)}`
  const parts = 'all' in node ? node.all : node.any
  return `(${parts.map((part) => writeNode(part, terms)).join('all' in node ? ' & ' : ' | ')})`
}

/** The query as a tsquery. Null in the same cases as `searchedTree`. */
export function queryOfWords(query: Pick<PostQuery, 'query' | 'terms'>): string | null {
  const tree = searchedTree(query)
  return tree === null ? null : writeNode(tree, query.terms)
}

/** Whether ascending positions include `wanted`. */
function hasPosition(positions: readonly number[], wanted: number): boolean {
  let [from, to] = [0, positions.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((positions[middle] ?? wanted) < wanted) from = middle + 1
    else to = middle
  }
  return positions[from] === wanted
}

/**
 * Checks a phrase only around its rarest word, because post and phrase may repeat a word hundreds of times.
 */
function holdsSpelling(spelling: ReadTerm['spellings'][number], words: PostWords): boolean {
  if (spelling.length <= 1) return spelling.every(({ lexeme }) => words.has(lexeme))
  let rarest: { offset: number; positions: readonly number[] } | null = null
  for (const { lexeme, offset } of spelling) {
    const positions = words.get(lexeme)
    if (positions === undefined) return false
    if (rarest === null || positions.length < rarest.positions.length) rarest = { offset, positions }
  }
  if (rarest === null) return false
  const { offset: own, positions } = rarest
  return positions.some((position) =>
    spelling.every(({ lexeme, offset }) => hasPosition(words.get(lexeme) ?? [], position - own + offset)),
  )
}

function holdsTerm({ spellings, marks = [] }: SearchedTerm, words: PostWords): boolean {
  return marks.every((mark) => words.has(mark)) && spellings.some((one) => holdsSpelling(one, words))
}

/** Whether a post matches a tree of `searchedTree`. The result equals the database's `words @@ query`. */
export function holdsWords(node: QueryNode, terms: readonly SearchedTerm[], words: PostWords): boolean {
  if ('term' in node) {
    const term = terms[node.term]
    return term !== undefined && holdsTerm(term, words)
  }
  if ('not' in node) return !holdsWords(node.not, terms, words)
  return 'all' in node
    ? node.all.every((part) => holdsWords(part, terms, words))
    : node.any.some((part) => holdsWords(part, terms, words))
}

const isOf = ({ community, collection }: Omit<QueriedPost, 'words'>, names: ReadonlySet<string>) =>
  names.has(community) || (collection !== undefined && names.has(collection))

type Limits = Pick<PostQuery, 'filters'> & { communities: ReadonlySet<string> | null }

export function passesFilters({ communities, filters = {} }: Limits, post: Omit<QueriedPost, 'words'>) {
  const { sources, notSources, signals, notSignals, after, before, leastScore = 0 } = filters
  const has = (one: string) => post.signals.includes(one)
  return (
    post.opportunityScore >= leastScore &&
    (communities === null || isOf(post, communities)) &&
    (sources === undefined || sources.includes(post.source)) &&
    notSources?.includes(post.source) !== true &&
    (signals === undefined || signals.some(has)) &&
    notSignals?.some(has) !== true &&
    (after === undefined || post.createdAt >= new Date(after)) &&
    (before === undefined || post.createdAt < new Date(before))
  )
}

/**
 * The offset at which the quoted lexeme that begins at `start` ends. Quotes and backslashes inside a lexeme
 * are doubled.
 */
function endOfLexeme(vector: string, start: number): number {
  for (let at = start; at < vector.length; at += 1) {
    const sign = vector[at]
    if (sign === '\\') at += 1
    else if (sign === "'" && vector[at + 1] !== "'") return at
    else if (sign === "'") at += 1
  }
  return vector.length
}

const unescaped = (written: string) => written.replaceAll("''", "'").replaceAll('\\\\', '\\')

/** The words of a post, parsed from a tsvector such as `'tool':2A,7 '=tools'`. */
export function readWords(vector: string): PostWords {
  const words = new Map<string, readonly number[]>()
  for (let at = vector.indexOf("'"); at !== -1 && at < vector.length; ) {
    const end = endOfLexeme(vector, at + 1)
    const next = vector.indexOf(' ', end)
    const last = next === -1 ? vector.length : next
    const places = vector.slice(end + 2, last)
    words.set(
      unescaped(vector.slice(at + 1, end)),
      places === '' ? [] : places.split(',').map((place) => Number.parseInt(place, 10)),
    )
    at = next === -1 ? -1 : next + 1
  }
  return words
}

/** The queries of a search with OR. The queries match only posts that match the whole query. */
export function queriesOfTree(query: Pick<PostQuery, 'query' | 'terms'>) {
  const all = queryOfWords(query)
  return all === null ? [] : [{ all, exact: '', partial: '', unquoted: false }]
}
