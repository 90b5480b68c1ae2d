import { CsvError } from 'csv-parse'
import { limits } from '#contract/limits.ts'
import {
  type CsvParser,
  type CsvRecord,
  detectDelimiter,
  openCsv,
  recordsIn,
} from '../dump-files/read-csv-rows.ts'
import { mostRowBytes, OwnFileError, type OwnLine } from './own-line.ts'

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

// Empty lines come as rows of one empty cell, so that lines can be counted.
const openParser = (head: string) =>
  openCsv(detectDelimiter(head.replace(/^\uFEFF/u, '')), {
    max_record_size: mostRowBytes,
    skip_empty_lines: false,
  })

/** The separator is found in the whole first line, wherever the file was cut. */
async function* records(chunks: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let parser: CsvParser | null = null
  let head = ''
  for await (const chunk of chunks) {
    if (parser !== null) yield* recordsIn(parser, Buffer.from(chunk))
    else {
      head += chunk
      if (!/[\r\n]/u.test(head.trimStart()) && head.length < mostRowBytes) continue
      parser = openParser(head)
      yield* recordsIn(parser, Buffer.from(head))
    }
  }
  if (parser === null && head !== '') {
    parser = openParser(head)
    yield* recordsIn(parser, Buffer.from(head))
  }
  if (parser !== null) yield* recordsIn(parser, null)
}

function readRecord(line: number, columns: readonly string[], record: readonly string[]): OwnLine {
  if (record.length > columns.length && record.slice(columns.length).some((cell) => cell.trim() !== '')) {
    return { line, problem: `the row has ${record.length} columns, the first line has ${columns.length}` }
  }
  return { line, cells: new Map(columns.map((name, at) => [name, record[at] ?? ''])) }
}

function failed(error: CsvError, line: number): never {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    throw new OwnFileError(`A quote that opens in the row at line ${line} is never closed.`)
  }
  throw new OwnFileError(`The table cannot be read from line ${line} on (${error.code}).`)
}

/** A table with commas, semicolons or tabs. The columns are named by the first row's cells, in order. */
export async function* readOwnCsv(chunks: AsyncIterable<string>, hasHeader: boolean) {
  let columns: string[] | null = null
  let line = 1
  try {
    for await (const { record } of records(chunks)) {
      const first = line
      line += record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 1)
      if (record.length === 1 && /^\r?$/u.test(record[0] ?? '')) continue
      if (columns === null) {
        columns = nameColumns(hasHeader ? record : record.map(() => ''))
        if (hasHeader) continue
      }
      yield readRecord(first, columns, record)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    failed(error, line)
  }
}
