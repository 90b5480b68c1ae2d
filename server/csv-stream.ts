import { Readable } from 'node:stream'
import { type Stringifier, stringify } from 'csv-stringify'

export type CsvCell = string | number

/** A sign that opens a formula, also in full width, where some reader may see a cell begin. */
const formulaStart = /(^|[;\t\r\n\v\f\u0085\u2028\u2029])([\s\p{Cc}\p{Cf}]*)(?=[=+\-@＝＋－＠])/gu

/**
 * Text that no spreadsheet runs: an apostrophe stands before each sign that opens a formula. A reader set to
 * semicolons or tabs begins cells inside ours, and at each of our line breaks.
 */
export function defuseCell(text: string): string {
  return text.replace(formulaStart, "$1$2'")
}

/**
 * A table as a CSV stream: RFC 4180, UTF-8 with the byte order mark that spreadsheets look for. Every text is quoted
 * and defused; numbers are as they are. The stream fails when the rows do.
 */
export function csvStream(rows: Iterable<CsvCell[]> | AsyncIterable<CsvCell[]>): Stringifier {
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
