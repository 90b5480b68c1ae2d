import { type KeywordTerm, readBareTerms, readQuotedTerm } from './keyword-terms.ts'

/** A piece of a query with its UTF-16 offsets in the text. */
export type QueryToken = { start: number; end: number } & (
  | { kind: 'open'; isExcluded: boolean }
  | { kind: 'close' }
  | { kind: 'or' }
  | { kind: 'terms'; terms: readonly KeywordTerm[] }
  | { kind: 'filter'; name: string; value: string; isQuoted: boolean; isExcluded: boolean }
)

const opening = /-?\((?!\))/uy
const filter = /(?:-(?=source:|signal:))?(in|source|after|before|score|signal):(?:"([^"]*)"|([^\s"]*))/iuy
const quotedPiece = /(-?)"([^"]*)"/uy
const barePiece = /\S+/uy
const blanks = /\s+/uy

const countOf = (text: string, sign: string) => text.split(sign).length - 1
const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text)

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** The offset of the first `)` in the punctuation at the end of a piece. Null if there is none. */
function closingTail(bare: string): number | null {
  let at = bare.length
  while (at > 0 && ').,;:!?'.includes(bare.charAt(at - 1))) at -= 1
  const first = bare.indexOf(')', at)
  return first === -1 ? null : first
}

/**
 * Separates a piece from the parentheses at its end that close groups. `f(x)` keeps its own parenthesis, and
 * a smiley closes nothing.
 */
function splitClosing(bare: string, depth: number): { text: string; closing: number } {
  const tail = closingTail(bare)
  const closing = countOf(bare, ')') - countOf(bare, '(')
  if (tail === null || closing <= 0 || (depth === 0 && !hasWord(bare))) return { text: bare, closing: 0 }
  const own = countOf(bare.slice(tail), ')') - closing
  return { text: bare.slice(0, tail + Math.max(0, own)), closing }
}

function closings(start: number, times: number): QueryToken[] {
  return Array.from({ length: times }, (_, at) => ({
    kind: 'close' as const,
    start: start + at,
    end: start + at + 1,
  }))
}

function readFilter(found: RegExpExecArray, depth: number): QueryToken[] {
  const [whole, name = '', quoted, bare = ''] = found
  const start = found.index
  const { text, closing } = splitClosing(bare, depth)
  const isSplit = quoted === undefined && depth > 0
  const value = quoted ?? (isSplit ? text : bare)
  const end = start + whole.length - (isSplit ? bare.length - text.length : 0)
  const isQuoted = quoted !== undefined
  const token = { kind: 'filter' as const, name: name.toLowerCase(), value, isQuoted }
  return [
    { ...token, isExcluded: whole.startsWith('-'), start, end },
    ...(isSplit ? closings(end, closing) : []),
  ]
}

function readBare(start: number, bare: string, depth: number): QueryToken[] {
  if (bare === 'OR') return [{ kind: 'or', start, end: start + 2 }]
  const { text, closing } = splitClosing(bare, depth)
  const end = start + text.length
  return [{ kind: 'terms', terms: readBareTerms(text), start, end }, ...closings(end, closing)]
}

function readPiece(text: string, at: number, { depth, mayFilter }: { depth: number; mayFilter: boolean }) {
  const open = matchAt(opening, text, at)
  if (open !== null) {
    const isExcluded = open[0].startsWith('-')
    return {
      tokens: [{ kind: 'open' as const, isExcluded, start: at, end: at + open[0].length }],
      read: open[0],
    }
  }
  const limited = mayFilter ? matchAt(filter, text, at) : null
  if (limited !== null) return { tokens: readFilter(limited, depth), read: limited[0] }
  const quoted = matchAt(quotedPiece, text, at)
  if (quoted !== null) {
    const terms = [readQuotedTerm(quoted[2] ?? '', quoted[1] === '-')]
    return {
      tokens: [{ kind: 'terms' as const, terms, start: at, end: at + quoted[0].length }],
      read: quoted[0],
    }
  }
  const read = matchAt(barePiece, text, at)?.[0] ?? ''
  return { tokens: readBare(at, read, depth), read }
}

/** The pieces of a query from left to right. Operators in quotes are ordinary words. */
export function readTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = []
  let depth = 0
  let mayFilter = true
  for (let at = 0; at < text.length; ) {
    const blank = matchAt(blanks, text, at)
    if (blank !== null) {
      at += blank[0].length
      mayFilter = true
      continue
    }
    const piece: { tokens: QueryToken[]; read: string } = readPiece(text, at, { depth, mayFilter })
    for (const token of piece.tokens) {
      tokens.push(token)
      depth = Math.max(0, depth + (token.kind === 'open' ? 1 : token.kind === 'close' ? -1 : 0))
    }
    mayFilter = tokens.at(-1)?.kind === 'open'
    at += Math.max(1, piece.read.length)
  }
  return tokens
}
