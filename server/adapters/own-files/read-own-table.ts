import type { CsvError } from 'csv-parse'
import { findOwnTable, restoreCell } from '#contract/csv-cell.ts'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import type { FileRow } from '#server/source-ports.ts'
import { readCsvRecords } from '../dump-files/read-csv-rows.ts'
import { hasBackslashEscapes, withoutEscapes } from '../tables/backslash-escapes.ts'
import { readDrawnLine } from '../tables/drawn-table.ts'
import { rewriteEscapes } from '../tables/escaped-quotes.ts'
import { makeRestorer } from '../tables/restore-cells.ts'
import { findQuotedBy, rewriteQuotes } from '../tables/single-quotes.ts'
import { splitRecords } from '../tables/split-records.ts'
import { holdFoot } from '../tables/table-foot.ts'
import { shapeCharacters, type TableShape, takeAsTable } from '../tables/table-shape.ts'
import { linesOf, mostRowBytes, OwnFileError, peekText } from './file-lines.ts'

/** Leaves space for the suffix that makes equal column names unique. */
const longestName = limits.ownColumnCharacters - 10

/** Gives every column a unique name. */
function nameColumns(header: readonly string[]): string[] {
  // Names are normalised before they are compared.
  if (header.length > limits.ownColumns) {
    throw new OwnFileError(`It has ${header.length} columns; at most ${limits.ownColumns} can be read.`)
  }
  const used = new Set<string>()
  return header.map((given, at) => {
    const name = cutText(given.trim().replaceAll(/\s+/gu, ' '), longestName) || `column ${at + 1}`
    let own = name
    for (let copy = 2; used.has(own); copy += 1) own = `${name} (${copy})`
    used.add(own)
    return own
  })
}

/**
 * Joins several header rows. In Qualtrics the second row contains the questions; in other tools the second
 * row fills gaps in the first.
 */
function joinNames([first = [], second, third]: readonly (readonly string[])[]): readonly string[] {
  if (second === undefined) return first
  const [lead, rest] = third === undefined ? [first, second] : [second, first]
  return Array.from(
    { length: Math.max(lead.length, rest.length) },
    (_, at) => lead[at]?.trim() || rest[at] || '',
  )
}

/** Databases export a missing value as `\N`. */
const writtenIn = (cell = '') => (cell === '\\N' ? '' : cell)

type NumberedRecord = { line: number; cells: string[]; behindGap: boolean }
type ReadCells = ReturnType<typeof makeRestorer>

function readRecord(
  columns: readonly string[],
  { line, cells }: NumberedRecord,
  restore: ReadCells,
): FileRow {
  const row = restore(cells)
  if (row === null) {
    const problem = `the row has ${cells.length} columns, the first line has ${columns.length}: a text in it contains a separator and has no quotes`
    return { line, problem }
  }
  const read = { line, cells: new Map(columns.map((name, at) => [name, writtenIn(row.cells[at])])) }
  return row.joined ? { ...read, joined: true } : read
}

function failed({ code }: CsvError, line: number): OwnFileError {
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return new OwnFileError(`The row at line ${line} is longer than 1 MB, or a quote in it is never closed.`)
  }
  return new OwnFileError(
    code === 'CSV_QUOTE_NOT_CLOSED'
      ? `A quote that opens in the row at line ${line} is never closed.`
      : `The table cannot be read from line ${line} on (${code}).`,
  )
}

async function* buffers(chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

async function* recordsOf(chunks: AsyncIterable<string>, shape: TableShape): AsyncGenerator<NumberedRecord> {
  if (shape.drawn) {
    for await (const { number, text } of linesOf(chunks)) {
      const cells = readDrawnLine(text)
      if (cells !== null) yield { line: number, cells, behindGap: false }
    }
    return
  }
  const { quotes, blanks, wrapped } = shape
  const delimiter = wrapped ? ',' : shape.delimiter
  const reading = { delimiter, quotes, blanks: blanks && !wrapped, mostRowBytes, failed }
  const standard = quotes
    ? rewriteEscapes(chunks, { delimiters: delimiter, blanks: reading.blanks, all: shape.escapes })
    : chunks
  for await (const { line, record, behindGap } of readCsvRecords(buffers(standard), reading)) {
    const cells = wrapped
      ? (splitRecords(record.join(','), { delimiter: shape.delimiter })[0]?.cells ?? [])
      : record
    yield { line, cells, behindGap }
  }
}

const belowTable = 'it stands below the table and has too few cells for a row of it'

type Opened = { columns: readonly string[]; head: { text: string; cut: boolean }; shape: TableShape }

/** Learns from the start of a table how to restore rows with too many cells. */
function restorerOf({ columns, head, shape }: Opened): ReadCells {
  const { delimiter, blanks, quotes, above, names } = shape
  const rows = splitRecords(head.text, { delimiter, quotes, cut: head.cut }).slice(above + names)
  return makeRestorer({ delimiter, blanks, width: columns.length, rows: rows.map(({ cells }) => cells) })
}

function cellReader({ columns, head, shape }: Opened): (cell: string) => string {
  if (findOwnTable(columns) !== null) return restoreCell
  return shape.delimiter === '\t' && hasBackslashEscapes(head.text) ? withoutEscapes : (cell) => cell
}

/** Rows below the header. Lines below the table are reported. */
function openTable(opened: Opened) {
  const { columns } = opened
  const foot = holdFoot<NumberedRecord>(columns.length)
  const restore = restorerOf(opened)
  const readCell = cellReader(opened)
  return {
    add: (record: NumberedRecord): FileRow[] =>
      foot.add(record).map((one) => readRecord(columns, { ...one, cells: one.cells.map(readCell) }, restore)),
    end: (): FileRow[] => foot.end().map(({ line }) => ({ line, problem: belowTable })),
  }
}

/** The pieces of a table as standard CSV, if its cells are quoted with apostrophes. */
async function* withQuotes(given: AsyncIterable<string>): AsyncGenerator<string> {
  const { head, chunks } = await peekText(given, shapeCharacters)
  const delimiter = findQuotedBy(head.text)
  yield* delimiter === null ? chunks : rewriteQuotes(chunks, delimiter)
}

/** Detects the separator, preamble and header rows of a table from its start. */
export async function* readOwnTable(
  given: AsyncIterable<string>,
  hasHeader: boolean,
): AsyncGenerator<FileRow> {
  const { head, chunks } = await peekText(withQuotes(given), shapeCharacters)
  const shape = takeAsTable(head)
  const names = hasHeader ? Math.max(1, shape.names) : 0
  let above = hasHeader || shape.names === 0 ? shape.above : 0
  const header: string[][] = []
  let table: ReturnType<typeof openTable> | null = null
  for await (const record of recordsOf(chunks, shape)) {
    if (above > 0) above -= 1
    else if (header.length < names) header.push(record.cells)
    else {
      const columns = nameColumns(hasHeader ? joinNames(header) : record.cells.map(() => ''))
      table ??= openTable({ columns, head, shape })
      yield* table.add(record)
    }
  }
  if (table !== null) {
    yield* table.end()
    return
  }
  nameColumns(joinNames(header))
  if (header.length > 0) {
    throw new OwnFileError('It has a header and no rows. Export it again, with its rows.')
  }
}
