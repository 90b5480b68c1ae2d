import { characterStart, cutText } from '#contract/cut-text.ts'

const apostrophe = "'"
const lineEnds = '\n\r'

type Seen = { closed: number; odd: number }

/**
 * Rewrites a table whose cells are quoted with apostrophes, as some databases write it, to CSV. An apostrophe
 * in a cell is doubled, escaped with a backslash, or not marked at all: only an apostrophe before a separator
 * or a line end closes the cell.
 */
function makeQuoteRewriter(delimiter: string) {
  const ends = new Set(delimiter + lineEnds)
  const seen: Seen = { closed: 0, odd: 0 }
  let inQuotes = false
  let atStart = true
  let held = ''

  const closes = (after: string | undefined) => after === undefined || ends.has(after)

  /** The text to write for the next characters of a quoted cell, and the number of these characters. */
  function readInside(text: string, at: number): { out: string; length: number } {
    const [sign = '', next, after] = [text[at], text[at + 1], text[at + 2]]
    if (sign === '"') return { out: '""', length: 1 }
    if (sign === '\\' && next === apostrophe && !closes(after)) return { out: apostrophe, length: 2 }
    if (sign !== apostrophe) return { out: sign, length: 1 }
    if (next === apostrophe) return { out: apostrophe, length: 2 }
    if (!closes(next)) return { out: apostrophe, length: 1 }
    inQuotes = false
    seen.closed += 1
    return { out: '"', length: 1 }
  }

  /** Takes a piece of the table, and returns the text that is already certain. */
  function push(piece: string, isLast = false): string {
    const text = held + piece
    const end = isLast ? text.length : characterStart(text, text.length - 3)
    let out = ''
    let at = 0
    while (at < end) {
      if (inQuotes) {
        const { out: written, length } = readInside(text, at)
        out += written
        at += length
        continue
      }
      const sign = text[at] ?? ''
      inQuotes = atStart && sign === apostrophe
      atStart = ends.has(sign)
      out += inQuotes ? '"' : sign
      at += 1
    }
    held = text.slice(at)
    if (isLast && inQuotes) seen.odd += 1
    return out
  }
  return { push, seen }
}

const delimiters = ',;\t|'
const headLines = 2
const headCharacters = 65_536

/**
 * The separator of a table whose cells are quoted with apostrophes; null for any other text. In the first two
 * lines, at least two cells are quoted, no cell stays open, and none begins with a double quote.
 */
export function findQuotedBy(start: string): string | null {
  const lines = cutText(start.replace(/^\uFEFF/u, ''), headCharacters)
    .split(/\r\n?|\n/u, headLines)
    .filter((line) => line.trim() !== '')
  for (const delimiter of delimiters) {
    if (lines.some((line) => line.startsWith('"') || line.includes(`${delimiter}"`))) continue
    const counts = lines.map((line) => {
      const { push, seen } = makeQuoteRewriter(delimiter)
      push(line, true)
      return { ...seen, cells: line.split(delimiter).length }
    })
    const isQuoted = counts.every(({ odd, cells }) => odd === 0 && cells > 1)
    const closed = counts.reduce((sum, one) => sum + one.closed, 0)
    if (isQuoted && closed >= 2 && (counts.at(-1)?.closed ?? 0) > 0) return delimiter
  }
  return null
}

/** The start of a table, rewritten if its cells are quoted with apostrophes. */
export function standardQuotes(start: string): string {
  const delimiter = findQuotedBy(start)
  return delimiter === null ? start : makeQuoteRewriter(delimiter).push(start, true)
}

/** Rewrites the pieces of a table. */
export async function* rewriteQuotes(
  pieces: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<string> {
  const { push } = makeQuoteRewriter(delimiter)
  for await (const piece of pieces) yield push(piece)
  yield push('', true)
}
