import type { CsvError } from 'csv-parse'
import { findOwnTable, restoreCell } from '#contract/csv-cell.ts'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import type { FileRow } from '#server/source-ports.ts'
import { readCsvRecords } from '../dump-files/read-csv-rows.ts'
import { hasBackslashEscapes, withoutEscapes } from '../tables/backslash-escapes.ts'
import { openDrawn } from '../tables/drawn-table.ts'
import { rewriteEscapes } from '../tables/escaped-quotes.ts'
import { repeatsNames } from '../tables/header-rows.ts'
import { findNamedWidth, makeRestorer } from '../tables/restore-cells.ts'
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
    const readLine = openDrawn()
    for await (const { number, text } of linesOf(chunks)) {
      const cells = readLine(text)
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

const headerAgain = 'it repeats the header of the table'

type Start = { head: { text: string; cut: boolean }; shape: TableShape }
type Opened = Start & { columns: readonly string[]; header: readonly (readonly string[])[] }

/** The cells of the first rows below the header. */
function firstRows({ head, shape }: Start): string[][] {
  const { delimiter, quotes, above, names } = shape
  const rows = splitRecords(head.text, { delimiter, quotes, cut: head.cut }).slice(above + names)
  return rows.map(({ cells }) => cells)
}

function namesIn(header: readonly (readonly string[])[], start: Start): string[] {
  const names = joinNames(header)
  const { delimiter, blanks, drawn } = start.shape
  if (drawn) return nameColumns(names)
  return nameColumns(names.slice(0, findNamedWidth(names, { delimiter, blanks, rows: firstRows(start) })))
}

/** Learns from the start of a table how to restore rows with too many cells. */
function restorerOf(opened: Opened): ReadCells {
  const { delimiter, blanks } = opened.shape
  return makeRestorer({ delimiter, blanks, width: opened.columns.length, rows: firstRows(opened) })
}

function cellReader({ columns, head, shape }: Opened): (cell: string) => string {
  if (findOwnTable(columns) !== null) return restoreCell
  return shape.delimiter === '\t' && hasBackslashEscapes(head.text) ? withoutEscapes : (cell) => cell
}

const isFilled = ({ cells }: NumberedRecord) => cells.some((cell) => cell.trim() !== '')

/** Rows below the header. Lines below the table and repeated headers are reported; empty rows are skipped. */
function openTable(opened: Opened) {
  const { columns, header } = opened
  const foot = holdFoot<NumberedRecord>(columns.length)
  const restore = restorerOf(opened)
  const readCell = cellReader(opened)
  const readOne = (record: NumberedRecord): FileRow =>
    header.some((names) => repeatsNames(record.cells, names))
      ? { line: record.line, problem: headerAgain }
      : readRecord(columns, { ...record, cells: record.cells.map(readCell) }, restore)
  return {
    add: (record: NumberedRecord): FileRow[] => foot.add(record).filter(isFilled).map(readOne),
    end: (): FileRow[] =>
      foot
        .end()
        .filter(isFilled)
        .map(({ line }) => ({ line, problem: belowTable })),
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
      table ??= openTable({
        columns: hasHeader ? namesIn(header, { head, shape }) : nameColumns(record.cells.map(() => '')),
        header,
        head,
        shape,
      })
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
