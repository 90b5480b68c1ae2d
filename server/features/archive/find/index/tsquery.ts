/** A parsed tsquery, with only those features that queries of the archive use. */
export type TsQuery =
  | { kind: 'lexeme'; lexeme: string }
  /** Lexemes with their distances from the first one, ascending. */
  | { kind: 'phrase'; lexemes: readonly { lexeme: string; offset: number }[] }
  | { kind: 'and' | 'or'; parts: readonly TsQuery[] }
  | { kind: 'not'; part: TsQuery }

const token = /\s*(?:'((?:[^'\\]|''|\\.)*)'|<(\d+)>|([&|!()]))\s*/uy

type Token = { lexeme: string } | { distance: number } | { sign: string }

function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const from = token.lastIndex
    const [, lexeme, distance, sign] = token.exec(text) ?? []
    if (lexeme !== undefined)
      tokens.push({ lexeme: lexeme.replaceAll("''", "'").replaceAll(/\\(.)/gu, '$1') })
    else if (distance !== undefined) tokens.push({ distance: Number(distance) })
    else if (sign !== undefined) tokens.push({ sign })
    else throw new Error(`A query of the archive cannot be read at ${from}`)
  }
  return tokens
}

const combined = (kind: 'and' | 'or', parts: readonly TsQuery[]): TsQuery => {
  const [only, another] = parts
  if (only !== undefined && another === undefined) return only
  return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) }
}

/** Parses a query as PostgreSQL does: "not" binds closest, then distances, then "and", then "or". */
export function readTsQuery(text: string): TsQuery {
  const tokens = readTokens(text)
  let at = 0
  const sign = () => {
    const next = tokens[at]
    return next !== undefined && 'sign' in next ? next.sign : null
  }
  const listOf = (operator: string, kind: 'and' | 'or', read: () => TsQuery): TsQuery => {
    const parts = [read()]
    while (sign() === operator) {
      at += 1
      parts.push(read())
    }
    return combined(kind, parts)
  }
  const readAny = (): TsQuery => listOf('|', 'or', readAll)
  const readAll = (): TsQuery => listOf('&', 'and', readPhrase)
  function readPhrase(): TsQuery {
    const first = readOne()
    if (first.kind !== 'lexeme') return first
    const lexemes = [{ lexeme: first.lexeme, offset: 0 }]
    for (let next = tokens[at]; next !== undefined && 'distance' in next; next = tokens[at]) {
      at += 1
      const other = readOne()
      if (other.kind !== 'lexeme') throw new Error('A phrase of the archive has a part that is no lexeme')
      lexemes.push({ lexeme: other.lexeme, offset: (lexemes.at(-1)?.offset ?? 0) + next.distance })
    }
    return lexemes.length === 1 ? first : { kind: 'phrase', lexemes }
  }
  function readOne(): TsQuery {
    const next = tokens[at]
    at += 1
    if (next !== undefined && 'lexeme' in next) return { kind: 'lexeme', lexeme: next.lexeme }
    if (next !== undefined && 'sign' in next && next.sign === '!') return { kind: 'not', part: readOne() }
    if (next !== undefined && 'sign' in next && next.sign === '(') {
      const inner = readAny()
      if (sign() === ')') {
        at += 1
        return inner
      }
    }
    throw new Error('A query of the archive has an unexpected part')
  }
  const query = readAny()
  if (at < tokens.length) throw new Error('A query of the archive does not end')
  return query
}
