/** A record of a table's beginning. */
export type HeadRecord = {
  cells: string[]
  /** How many of its cells stand in quotes, as RFC 4180 has it. */
  quoted: number
  /** A quote in it opens or closes where none may. */
  odd: boolean
  /** An empty line stands before it. */
  behindGap: boolean
}

const newRecord = (behindGap: boolean): HeadRecord => ({ cells: [], quoted: 0, odd: false, behindGap })

type Splitting = {
  delimiter: string
  /** False where quotes are signs like others. */
  quotes?: boolean
  /** The text is cut off at its end: a record that has no end is none. */
  cut?: boolean
  /** So many records are enough. */
  most?: number
}

const mostHeadRecords = 400
const mostHeadCells = 2000

const isEnd = (sign: string) => sign === '\n' || sign === '\r'

/** Where a cell that opens with a quote at `from` closes, and its text. */
function readQuoted(text: string, from: number): { cell: string; at: number; closed: boolean } {
  let cell = ''
  let at = from + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) return { cell: cell + text.slice(at), at: text.length, closed: false }
    cell += text.slice(at, close)
    if (text[close + 1] !== '"') return { cell, at: close + 1, closed: true }
    cell += '"'
    at = close + 2
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at += 1
  return at
}

function readPlain(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length && text[at] !== delimiter && !isEnd(text[at] ?? '')) at += 1
  return at
}

/**
 * The records of a text under a delimiter, quote by quote and in one pass; empty ones are passed over. Lines end with
 * any of the three ends.
 */
export function splitRecords(
  text: string,
  { delimiter, quotes = true, cut = false, most = mostHeadRecords }: Splitting,
): HeadRecord[] {
  const records: HeadRecord[] = []
  let record = newRecord(false)
  let at = 0
  const take = () => {
    const isEmpty = record.cells.length === 1 && record.cells[0] === ''
    if (!isEmpty) records.push(record)
    record = newRecord(isEmpty)
  }
  while (at < text.length && records.length < most && record.cells.length < mostHeadCells) {
    const begin = at
    const opens = quotes ? skipBlanks(text, at) : at
    if (quotes && text[opens] === '"') {
      const { cell, at: end, closed } = readQuoted(text, opens)
      at = readPlain(text, end, delimiter)
      record.cells.push(text.slice(begin, opens) + cell + text.slice(end, at))
      record.quoted += 1
      // Blanks behind the closing quote harm nobody.
      if (!closed || text.slice(end, at).trim() !== '') record.odd = true
      if (!closed && cut) return records
    } else {
      at = readPlain(text, at, delimiter)
      record.cells.push(text.slice(begin, at))
    }
    if (at >= text.length) {
      if (!cut) take()
      return records
    }
    if (text[at] === delimiter) {
      at += 1
      if (at >= text.length && !cut) {
        record.cells.push('')
        take()
      }
      continue
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    take()
  }
  return records
}
