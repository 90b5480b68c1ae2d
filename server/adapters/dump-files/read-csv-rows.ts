import { CsvError, parse } from 'csv-parse'
import { findOwnTable, restoreCell } from '#contract/csv-cell.ts'
import { hasBackslashEscapes, withoutEscapes } from '../tables/backslash-escapes.ts'
import { escapesQuotes, rewriteEscapes } from '../tables/escaped-quotes.ts'
import { repeatsNames } from '../tables/header-rows.ts'
import { makeRestorer } from '../tables/restore-cells.ts'
import { findQuotedBy, rewriteQuotes, standardQuotes } from '../tables/single-quotes.ts'
import { splitRecords } from '../tables/split-records.ts'
import { missingColumns, type NeededColumns } from './column-names.ts'
import { drainTransform } from './drain-transform.ts'
import { DumpError, type DumpRow, maxRowBytes } from './dump-row.ts'

/** Options for lenient CSV. */
export const csvOptions = { bom: true, relax_column_count: true, relax_quotes: true }

/** `behindGap` is true if an empty line precedes the record. */
type CsvRecord = { line: number; record: string[]; behindGap: boolean }

type CsvReading = {
  delimiter: string
  /** False if quotes are ordinary characters. */
  quotes?: boolean
  /** Whether cells are padded with spaces. */
  blanks?: boolean
  mostRowBytes: number
  /** Makes the error to throw if the text cannot be read further. */
  failed: (error: CsvError, line: number) => Error
}

const countLineEnds = (cell: string) => (/[\r\n]/u.test(cell) ? cell.split(/\r\n?|\n/u).length - 1 : 0)

/** Counts lines itself, because the parser miscounts CRLF inside quotes. Empty lines are skipped. */
export async function* readCsvRecords(
  chunks: AsyncIterable<Buffer>,
  { delimiter, quotes = true, blanks = false, mostRowBytes, failed }: CsvReading,
): AsyncGenerator<CsvRecord> {
  // An empty line is a record with one empty cell.
  const parser = parse({
    ...csvOptions,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    quote: quotes ? '"' : false,
    ltrim: blanks,
    max_record_size: mostRowBytes,
  })
  async function* records() {
    for await (const chunk of chunks) yield* drainTransform(parser, chunk)
    yield* drainTransform(parser, null)
  }
  let line = 1
  let behindGap = false
  try {
    for await (const out of records()) {
      const record = out as string[]
      const first = line
      line += record.reduce((sum, cell) => sum + countLineEnds(cell), 1)
      const isEmpty = record.length === 1 && /^\r?$/u.test(record[0] ?? '')
      if (!isEmpty) yield { line: first, record, behindGap }
      behindGap = isEmpty
    }
  } catch (error) {
    throw error instanceof CsvError ? failed(error, line) : error
  }
}

/** Converts a table with other quotes to CSV. All special characters of CSV are single bytes in UTF-8. */
async function* standardCsv(chunks: AsyncIterable<Buffer>, head: string, delimiter: string) {
  const quotedBy = findQuotedBy(head)
  if (quotedBy === null && !escapesQuotes(head, delimiter)) {
    yield* chunks
    return
  }
  async function* asBytes() {
    for await (const chunk of chunks) yield chunk.toString('latin1')
  }
  const pieces =
    quotedBy === null
      ? rewriteEscapes(asBytes(), { delimiters: delimiter, blanks: false, all: true })
      : rewriteQuotes(asBytes(), quotedBy)
  for await (const piece of pieces) yield Buffer.from(piece, 'latin1')
}

/**
 * Reads CSV with a header line. The separator is a comma, a semicolon or a tab, whichever is most frequent in
 * the header.
 */
export async function* readCsvRows(
  chunks: AsyncIterable<Buffer>,
  { name, head, needed }: { name: string; head: Buffer; needed: NeededColumns },
): AsyncGenerator<DumpRow> {
  let endsWithLine = true
  async function* watched() {
    for await (const chunk of chunks) {
      const last = chunk.at(-1)
      if (last !== undefined) endsWithLine = last === 10 || last === 13
      yield chunk
    }
  }
  const start = head.toString('utf8')
  const standard = standardQuotes(start)
  const delimiter = detectDelimiter(standard)
  const reading = {
    delimiter,
    mostRowBytes: maxRowBytes,
    failed: (error: CsvError, line: number) => failureOf(error, name, line),
  }
  let header: string[] | null = null
  let restore: Restore = () => null
  let readCell = (cell: string) => cell
  let rows = 0
  let short: number | null = null
  for await (const { line, record } of readCsvRecords(standardCsv(watched(), start, delimiter), reading)) {
    if (header === null) {
      header = record.map((column) => column.trim())
      const missing = missingColumns(header, needed)
      if (missing !== null) throw new DumpError(`${name} ${missing}`)
      readCell = cellReader(header, { start: standard, delimiter })
      restore = learnFrom(standard, { delimiter, width: header.length })
    } else {
      rows += 1
      yield readRecord(line, header, { cells: record.map(readCell), restore })
      short = record.length < header.length ? line : null
    }
  }
  if (rows === 0) throw new DumpError(`${name} has a header line and no rows.`)
  if (short !== null && !endsWithLine) {
    throw new DumpError(`${name} is cut off: its last row, at line ${short}, is incomplete.`)
  }
}

function cellReader(header: readonly string[], { start, delimiter }: { start: string; delimiter: string }) {
  if (findOwnTable(header) !== null) return restoreCell
  return delimiter === '\t' && hasBackslashEscapes(start) ? withoutEscapes : (cell: string) => cell
}

type Restore = ReturnType<typeof makeRestorer>

/** Learns from the start of a table how to restore rows with too many cells. */
function learnFrom(start: string, { delimiter, width }: { delimiter: string; width: number }): Restore {
  const [, ...rows] = splitRecords(start, { delimiter, cut: true })
  return makeRestorer({ delimiter, blanks: false, width, rows: rows.map(({ cells }) => cells) })
}

type RowCells = { cells: readonly string[]; restore: Restore }

function readRecord(line: number, header: readonly string[], { cells, restore }: RowCells): DumpRow {
  const named = (row: readonly string[]) =>
    Object.fromEntries(header.map((name, index) => [name, row[index]]))
  if (repeatsNames(cells, header)) return { line, problem: 'it repeats the header of the table' }
  // Spreadsheet programs add empty cells at the end of rows.
  const isPadded = cells.slice(header.length).every((cell) => cell.trim() === '')
  if (cells.length >= header.length && isPadded) return { line, value: named(cells) }
  const row = cells.length > header.length ? restore(cells) : null
  if (row !== null) return { line, value: named(row.cells), joined: true }
  return { line, problem: `the row has ${cells.length} columns, the header has ${header.length}` }
}

function failureOf(error: CsvError, name: string, line: number): DumpError {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    const why = `a quote that opens in the row at line ${line} is never closed`
    return new DumpError(`${name} is cut off, or ${why}: nothing from there on was read.`, error)
  }
  const why =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `the row at line ${line} is longer than ${maxRowBytes / 1024 / 1024} MB; a quote there is probably not closed`
      : error.message
  return new DumpError(`${name} cannot be read further: ${why}.`, error)
}

const delimiters = [',', ';', '\t']

const firstRecord = (text: string, delimiter: string) => splitRecords(text, { delimiter, most: 1 })[0]

/**
 * The most frequent separator in the first line. Separators with which every quote is at the start or end of
 * a cell are preferred.
 */
export function detectDelimiter(text: string): string {
  const counted = delimiters.map((mark) => {
    const { cells, odd } = firstRecord(text, mark) ?? { cells: [], odd: false }
    return { mark, count: odd ? -1 / cells.length : cells.length }
  })
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).mark
}

export function headerOf(text: string): string[] {
  const standard = standardQuotes(text)
  return (firstRecord(standard, detectDelimiter(standard))?.cells ?? []).map((name) => name.trim())
}
