import { CsvError, type Info, parse } from 'csv-parse'
import { missingColumns, type NeededColumns } from './column-names.ts'
import { drainTransform } from './drain-transform.ts'
import { DumpError, type DumpRow, maxRowBytes } from './dump-row.ts'

export type CsvRecord = { record: string[]; info: Info }
export type CsvParser = ReturnType<typeof parse>

/** To take what people and programs call CSV. */
export const csvOptions = { bom: true, relax_column_count: true, relax_quotes: true }

export const openCsv = (delimiter: string, more: { max_record_size: number; skip_empty_lines: boolean }) =>
  parse({ ...csvOptions, delimiter, info: true, ...more })

/** The records that a piece of text ends, or with null the end. */
export async function* recordsIn(parser: CsvParser, chunk: Buffer | null): AsyncGenerator<CsvRecord> {
  for await (const out of drainTransform(parser, chunk)) yield out as CsvRecord
}

/** Reads CSV with a header line, separated by commas, semicolons or tabs, whichever the header has most of. */
export async function* readCsvRows(
  chunks: AsyncIterable<Buffer>,
  source: { name: string; head: Buffer; needed: NeededColumns },
): AsyncGenerator<DumpRow> {
  const delimiter = detectDelimiter(source.head.toString('utf8'))
  const parser = openCsv(delimiter, { max_record_size: maxRowBytes, skip_empty_lines: true })
  const place = { line: 0, emptyLines: 0 }
  const end = { ended: true }
  let header: string[] | null = null
  let rows = 0
  let short: number | null = null
  try {
    for await (const out of parsed(watched(chunks, end), parser)) {
      const line = step(place, out)
      if (header === null) {
        header = out.record.map((name) => name.trim())
        const missing = missingColumns(header, source.needed)
        if (missing !== null) throw new DumpError('not-posts', `${source.name} ${missing}`)
      } else {
        rows += 1
        yield readRecord(line, header, out.record)
        short = out.record.length < header.length ? line : null
      }
    }
    if (rows === 0) throw new DumpError('not-posts', `${source.name} has a header line and no rows.`)
    if (short !== null && !end.ended) {
      throw new DumpError(
        'cut-off',
        `${source.name} is cut off: its last row, at line ${short}, is not whole.`,
      )
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    failed(error, source.name, place.line + 1)
  }
}

/** Passes the text on and records whether it ended with the end of a line. */
async function* watched(chunks: AsyncIterable<Buffer>, end: { ended: boolean }): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const last = chunk.at(-1)
    if (last !== undefined) end.ended = last === 10 || last === 13
    yield chunk
  }
}

async function* parsed(chunks: AsyncIterable<Buffer>, parser: CsvParser) {
  for await (const chunk of chunks) yield* recordsIn(parser, chunk)
  yield* recordsIn(parser, null)
}

/** Counts lines ourselves: the parser's own count is wrong for CRLF inside quotes. Returns the row's first line. */
function step(place: { line: number; emptyLines: number }, { record, info }: CsvRecord): number {
  const first = place.line + 1 + info.empty_lines - place.emptyLines
  place.emptyLines = info.empty_lines
  place.line = first + record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
  return first
}

function readRecord(line: number, header: readonly string[], record: readonly string[]): DumpRow {
  if (record.length !== header.length) {
    return { line, problem: `the row has ${record.length} columns, the header has ${header.length}` }
  }
  return { line, value: Object.fromEntries(header.map((name, index) => [name, record[index]])) }
}

function failed(error: CsvError, name: string, line: number): never {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    const why = `a quote that opens in the row at line ${line} is never closed`
    throw new DumpError('cut-off', `${name} is cut off, or ${why}: nothing from there on was read.`, error)
  }
  const why =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `the row at line ${line} is longer than ${maxRowBytes / 1024 / 1024} MB; a quote there is probably not closed`
      : error.message
  throw new DumpError('damaged', `${name} cannot be read further: ${why}.`, error)
}

export function detectDelimiter(text: string): string {
  const firstLine = text.split(/[\r\n]/u, 1)[0] ?? ''
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: firstLine.split(mark).length }))
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).mark
}

export function headerOf(text: string): string[] {
  const firstLine = text.split(/[\r\n]/u, 1)[0] ?? ''
  return firstLine.split(detectDelimiter(text)).map((name) => name.trim().replace(/^"(.*)"$/u, '$1'))
}
