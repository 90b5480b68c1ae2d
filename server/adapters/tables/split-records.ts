/** A record near the start of a table. */
export type HeadRecord = {
  cells: string[]
  /** The number of quoted cells, as in RFC 4180. */
  quoted: number
  /** Whether a quote opens or closes at an invalid position. */
  odd: boolean
  /** Whether an empty line precedes the record. */
  behindGap: boolean
}

const newRecord = (behindGap: boolean): HeadRecord => ({ cells: [], quoted: 0, odd: false, behindGap })

type Splitting = {
  delimiter: string
  /** False if quotes are ordinary characters. */
  quotes?: boolean
  /** Whether the text is cut off at its end. If so, an incomplete last record is dropped. */
  cut?: boolean
  /** The maximum number of records. */
  most?: number
}

const mostHeadRecords = 400
const mostHeadCells = 2000

const isEnd = (sign: string) => sign === '\n' || sign === '\r'

/** The text of the quoted cell that starts at `from`, and the offset at which the cell ends. */
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
 * Splits a text into records in one pass; empty records are skipped. Splits at any of the three line endings.
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
      // Spaces after a closing quote are accepted.
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

/** Whether a cell of a single column needs its quotes. An empty one does, as its line would be blank. */
export const needsQuotes = (text: string, records: readonly HeadRecord[]) =>
  /^""$/mu.test(text) || records.some(({ cells, quoted }) => quoted > 0 && /[",\n\r]/u.test(cells[0] ?? ''))
