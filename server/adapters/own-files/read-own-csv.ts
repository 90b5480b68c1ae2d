import type { CsvError } from 'csv-parse'
import { limits } from '#contract/limits.ts'
import { detectDelimiter, readCsvRecords } from '../dump-files/read-csv-rows.ts'
import { peekBytes } from '../dump-files/unpack-text.ts'

/** One row of a person's file: the value of each column, or why it cannot be read. Lines count from 1. */
export type OwnLine =
  | { line: number; cells: ReadonlyMap<string, string>; problem?: undefined }
  | { line: number; problem: string }

/** The file cannot be read from some place on. The message is for the person and holds nothing of the file. */
export class OwnFileError extends Error {}

/** A longer row is a quote or a bracket that is never closed. */
export const mostRowBytes = 1024 * 1024

/** Room for the number that distinguishes two columns of one name. */
const longestName = limits.ownColumnCharacters - 10

/** Every column gets a name, and no two the same one. */
function nameColumns(header: readonly string[]): string[] {
  // Before names are compared with one another.
  if (header.length > limits.ownColumns) {
    throw new OwnFileError(`It has ${header.length} columns; at most ${limits.ownColumns} can be read.`)
  }
  const used = new Set<string>()
  return header.map((given, at) => {
    const name = given.trim().slice(0, longestName).toWellFormed() || `column ${at + 1}`
    let own = name
    for (let copy = 2; used.has(own); copy += 1) own = `${name} (${copy})`
    used.add(own)
    return own
  })
}

function readRecord(line: number, columns: readonly string[], record: readonly string[]): OwnLine {
  if (record.length > columns.length && record.slice(columns.length).some((cell) => cell.trim() !== '')) {
    return { line, problem: `the row has ${record.length} columns, the first line has ${columns.length}` }
  }
  return { line, cells: new Map(columns.map((name, at) => [name, record[at] ?? ''])) }
}

function failed({ code }: CsvError, line: number): OwnFileError {
  return new OwnFileError(
    code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
      ? `A quote that opens in the row at line ${line} is never closed.`
      : `The table cannot be read from line ${line} on (${code}).`,
  )
}

const hasFirstLine = (head: Buffer) =>
  head.length >= mostRowBytes || /[\r\n]/u.test(head.toString('utf8').trimStart())

/** A table with commas, semicolons or tabs. The columns are named by the first row's cells, in order. */
export async function* readOwnCsv(given: AsyncIterable<Buffer>, hasHeader: boolean): AsyncGenerator<OwnLine> {
  const { head, chunks } = await peekBytes(given, hasFirstLine)
  const delimiter = detectDelimiter(head.toString('utf8').replace(/^\uFEFF/u, ''))
  let columns: string[] | null = null
  for await (const { line, record } of readCsvRecords(chunks, { delimiter, mostRowBytes, failed })) {
    const isHeader = hasHeader && columns === null
    columns ??= nameColumns(hasHeader ? record : record.map(() => ''))
    if (!isHeader) yield readRecord(line, columns, record)
  }
}
