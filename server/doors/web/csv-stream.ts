import { Readable } from 'node:stream'
import { type Stringifier, stringify } from 'csv-stringify'
import { defuseCell } from '#contract/csv-cell.ts'

export type CsvCell = string | number
export type CsvRows = Iterable<CsvCell[]> | AsyncIterable<CsvCell[]>

/**
 * A table as a stream of CSV by RFC 4180, in UTF-8 with the byte order mark that spreadsheets need. Texts are
 * quoted, and formulas are made harmless; numbers are unchanged. If reading the rows fails, the stream fails.
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
