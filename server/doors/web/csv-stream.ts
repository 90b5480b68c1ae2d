import { Readable } from 'node:stream'
import { type Stringifier, stringify } from 'csv-stringify'
import { defuseCell } from '#contract/csv-cell.ts'

export type CsvCell = string | number
export type CsvRows = Iterable<CsvCell[]> | AsyncIterable<CsvCell[]>

/**
 * A table as a CSV stream: RFC 4180, UTF-8 with the byte order mark that spreadsheets need. Texts are quoted and
 * formulas neutralised; numbers are unchanged. The stream fails if the rows do.
 */
export function csvStream(rows: CsvRows): Stringifier {
  const content = stringify({
    record_delimiter: 'windows',
    bom: true,
    quoted_string: true,
    cast: { string: defuseCell },
  })
  const source = Readable.from(rows)
  source.on('error', (error) => content.destroy(error))
  return source.pipe(content)
}
