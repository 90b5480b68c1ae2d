import { characterStart } from '#contract/cut-text.ts'

const quote = 0x22
const backslash = 0x5c
const space = 0x20

type Escaping = {
  delimiters: string
  /** Whether spaces may precede a quoted cell. */
  blanks: boolean
  /** Whether all quotes are escaped with a backslash, as `escapesQuotes` determines. */
  all: boolean
}

/**
 * Converts a table in which some program wrote `\"` for a quote in a quoted cell to CSV: `\"` becomes `""`,
 * and `\\` becomes one backslash. A `\"` is certainly an escape if the cell cannot end there. After the first
 * certain escape, every `\"` counts as an escape, unless the table also contains `""`.
 */
export function makeRewriter({ delimiters, blanks, all: known }: Escaping) {
  const ends = new Set(Array.from(`${delimiters}\n\r`, (sign) => sign.charCodeAt(0)))
  const seen = { escapes: false, doubled: false }
  let all = known
  let inQuotes = false
  let atStart = true
  let held = ''

  const isCertain = (after: number) => after !== quote && !Number.isNaN(after) && !ends.has(after)

  /** Whether the quote behind a backslash is escaped. `after` is the code of the character behind it. */
  function isEscape(after: number): boolean {
    if (!isCertain(after)) return all
    if (!seen.doubled) all = true
    seen.escapes = true
    return true
  }

  function endOrDouble(next: number): 1 | 2 {
    if (next !== quote) {
      inQuotes = false
      return 1
    }
    seen.doubled = true
    all = known
    return 2
  }

  /**
   * Takes a piece of the table, and returns the text that is already certain. The last characters may be held
   * back, so that no surrogate pair is divided: its halves would be lost when they are written as bytes.
   */
  function push(piece: string, isLast = false): string {
    const text = held + piece
    const end = isLast ? text.length : characterStart(text, text.length - 2)
    let out = ''
    let from = 0
    let at = 0
    const replace = (characters: number, by: string) => {
      out += text.slice(from, at) + by
      at += characters
      from = at
    }
    while (at < end) {
      const sign = text.charCodeAt(at)
      const next = text.charCodeAt(at + 1)
      if (!inQuotes) {
        inQuotes = atStart && sign === quote
        atStart = ends.has(sign) || (blanks && atStart && sign === space)
        at += 1
      } else if (sign === backslash && next === quote && isEscape(text.charCodeAt(at + 2))) replace(2, '""')
      else if (sign === backslash && next === backslash) {
        if (all) replace(2, '\\')
        else at += 2
      } else at += sign === quote ? endOrDouble(next) : 1
    }
    held = text.slice(at)
    return out + text.slice(from, at)
  }
  return { push, seen }
}

/** Whether the start of a table escapes all quotes with a backslash. */
export function escapesQuotes(start: string, delimiters: string): boolean {
  if (!start.includes('\\"')) return false
  const { push, seen } = makeRewriter({ delimiters, blanks: true, all: false })
  push(start, true)
  return seen.escapes && !seen.doubled
}

/** Rewrites the pieces of a table. */
export async function* rewriteEscapes(
  pieces: AsyncIterable<string>,
  escaping: Escaping,
): AsyncGenerator<string> {
  const { push } = makeRewriter(escaping)
  for await (const piece of pieces) yield push(piece)
  yield push('', true)
}
