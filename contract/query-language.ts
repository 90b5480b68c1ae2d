import type { KeywordTerm } from './keyword-terms.ts'
import { addFilter, type QueryFilters } from './query-filters.ts'
import { type QueryToken, readTokens } from './query-tokens.ts'

/**
 * A query with OR or parentheses. A leaf is the index of a term. Adjacent words bind more tightly than OR: `a
 * b OR c` is `(a b) OR c`.
 */
export type QueryNode =
  | { term: number }
  | { all: readonly QueryNode[] }
  | { any: readonly QueryNode[] }
  | { not: QueryNode }

/** What is wrong with a query, and where, as UTF-16 offsets in its text. */
export type QueryProblem = { start: number; end: number; message: string }

export type ReadQuery = {
  /** All words and phrases in order. `excluded` means that posts must not contain the term. */
  terms: KeywordTerm[]
  /** Absent for a plain list of terms: all terms are then wanted, except the excluded ones. */
  query?: QueryNode
  filters: QueryFilters
  /** The tokens of `in:`. */
  limits: (QueryToken & { kind: 'filter' })[]
  /** At most ten. */
  problems: QueryProblem[]
}

/** Deeper nesting can only be a mistake. */
const deepest = 10
/**
 * More errors are not reported: people correct one at a time, and locating each takes a pass over the text.
 */
const mostProblems = 10

/**
 * `at` is the offset of the group's parenthesis; null for the whole query. `alternatives` are the parts
 * between ORs, and `or` is the last OR.
 */
type Group = {
  at: { start: number; end: number } | null
  isExcluded: boolean
  alternatives: QueryNode[][]
  or: { start: number; end: number } | null
}

const newGroup = (at: Group['at'], isExcluded: boolean): Group => ({
  at,
  isExcluded,
  alternatives: [[]],
  or: null,
})

const isExcludedWord = (node: QueryNode) => 'not' in node && 'term' in node.not
const isPlain = (node: QueryNode) =>
  'term' in node ||
  isExcludedWord(node) ||
  ('all' in node && node.all.every((one) => 'term' in one || isExcludedWord(one)))

/** Whether every matching post contains at least one of the words. */
function looksForWord(node: QueryNode): boolean {
  if ('term' in node) return true
  if ('all' in node) return node.all.some(looksForWord)
  return 'any' in node && node.any.every(looksForWord)
}

/** `(a (b c))` is the same as `a b c`. */
function allOf(nodes: readonly QueryNode[]): QueryNode {
  const flat = nodes.flatMap((node) => ('all' in node ? node.all : [node]))
  return flat.length === 1 && flat[0] !== undefined ? flat[0] : { all: flat }
}

function anyOf(nodes: readonly QueryNode[]): QueryNode {
  const flat = nodes.flatMap((node) => ('any' in node ? node.any : [node]))
  return flat.length === 1 && flat[0] !== undefined ? flat[0] : { any: flat }
}

const inQuotes = (word: string) => `Put ${word} in quotes to search for it.`

/** The state of the parser. `groups` are the groups that are open, starting with the whole query. */
type Reading = ReadQuery & { groups: [Group, ...Group[]] }

const innermost = ({ groups }: Reading): Group => groups.at(-1) ?? groups[0]
const isInExcluded = ({ groups }: Reading) => groups.filter(({ isExcluded }) => isExcluded).length % 2 === 1

function note({ problems }: Reading, { start, end }: { start: number; end: number }, message: string) {
  if (problems.length < mostProblems) problems.push({ start, end, message })
}

const add = (reading: Reading, node: QueryNode) => innermost(reading).alternatives.at(-1)?.push(node)

function addTerms(reading: Reading, terms: readonly KeywordTerm[]) {
  for (const term of terms) {
    if (!/[\p{L}\p{N}]/u.test(term.words)) continue
    const node = { term: reading.terms.length }
    reading.terms.push({ ...term, excluded: term.excluded !== isInExcluded(reading) })
    add(reading, term.excluded ? { not: node } : node)
  }
}

/** Null for a group without words. */
function nodeOf(reading: Reading, { alternatives, or, isExcluded }: Group): QueryNode | null {
  const full = alternatives.filter((nodes) => nodes.length > 0)
  const nodes = full.map(allOf)
  if (or !== null && full.length < alternatives.length)
    note(reading, or, `OR needs words on both sides. ${inQuotes('“OR”')}`)
  else if (or !== null && !isExcluded && !isInExcluded(reading) && !nodes.every(looksForWord))
    note(reading, or, 'each side of OR needs a word to look for, not only excluded ones.')
  const node = nodes.length === 0 ? null : anyOf(nodes)
  return node !== null && isExcluded ? { not: node } : node
}

function closeGroup(reading: Reading, token: { start: number; end: number }) {
  const group = innermost(reading)
  if (group.at === null) {
    note(reading, token, `“)” closes nothing. ${inQuotes('it')}`)
    return
  }
  reading.groups.pop()
  const node = nodeOf(reading, group)
  if (node === null) note(reading, group.at, 'there are no words in these parentheses.')
  else add(reading, node)
}

function addOr(reading: Reading, token: { start: number; end: number }) {
  const group = innermost(reading)
  if (group.alternatives.at(-1)?.length === 0)
    note(reading, token, `OR needs words on both sides. ${inQuotes('“OR”')}`)
  else {
    group.alternatives.push([])
    group.or = token
  }
}

function readToken(reading: Reading, token: QueryToken) {
  if (token.kind === 'terms') addTerms(reading, token.terms)
  else if (token.kind === 'or') addOr(reading, token)
  else if (token.kind === 'close') closeGroup(reading, token)
  else if (token.kind === 'open') {
    if (reading.groups.length > deepest) note(reading, token, `parentheses can be nested ${deepest} deep.`)
    reading.groups.push(newGroup(token, token.isExcluded))
  } else if (reading.groups.length > 1)
    note(
      reading,
      token,
      `${token.name}: is for the whole search; move it out of the parentheses. ${inQuotes('it')}`,
    )
  else if (token.name === 'in') reading.limits.push(token)
  else {
    const problem = addFilter(reading.filters, token)
    if (problem !== null) note(reading, token, `${problem} ${inQuotes('it')}`)
  }
}

/**
 * Reads a query. Errors are listed in `problems`. The rest of the query is parsed as if the wrong parts were
 * missing.
 */
export function readQuery(text: string): ReadQuery {
  const reading: Reading = {
    terms: [],
    filters: {},
    limits: [],
    problems: [],
    groups: [newGroup(null, false)],
  }
  for (const token of readTokens(text)) {
    // Otherwise, a text of many parentheses would make a tree as deep as the text is long.
    if (reading.groups.length > deepest + 1) break
    readToken(reading, token)
  }
  for (let group = innermost(reading); group.at !== null; group = innermost(reading)) {
    note(reading, group.at, `this parenthesis is not closed. ${inQuotes('it')}`)
    closeGroup(reading, group.at)
  }
  const query = nodeOf(reading, reading.groups[0])
  const { groups: _, ...read } = reading
  return query === null || isPlain(query) ? read : { ...read, query }
}
