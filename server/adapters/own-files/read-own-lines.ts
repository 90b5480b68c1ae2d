import type { CsvError } from 'csv-parse'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import type { OwnFormat } from '#contract/own-material.ts'
import { detectDelimiter, readCsvRecords } from '../dump-files/read-csv-rows.ts'
import { splitJson } from '../dump-files/split-json.ts'
import { peekBytes } from '../dump-files/unpack-text.ts'
import { deepestJson, isJsonObject, isTooDeep, parseJson } from '../json-value.ts'

/** One row of a person's file: the value of each column, or why it cannot be read. Lines count from 1. */
type OwnLine =
  | { line: number; cells: ReadonlyMap<string, string>; problem?: undefined }
  | { line: number; problem: string }

/** The file cannot be read from some place on. The message is for the person and holds nothing of the file. */
export class OwnFileError extends Error {}

/** A longer row is a quote or a bracket that is never closed. */
const mostRowBytes = 1024 * 1024

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
    const name = cutText(given.trim(), longestName) || `column ${at + 1}`
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
async function* readOwnCsv(given: AsyncIterable<Buffer>, hasHeader: boolean): AsyncGenerator<OwnLine> {
  const { head, chunks } = await peekBytes(given, hasFirstLine)
  const delimiter = detectDelimiter(head.toString('utf8').replace(/^\uFEFF/u, ''))
  let columns: string[] | null = null
  for await (const { line, record } of readCsvRecords(chunks, { delimiter, mostRowBytes, failed })) {
    const isHeader = hasHeader && columns === null
    columns ??= nameColumns(hasHeader ? record : record.map(() => ''))
    if (!isHeader) yield readRecord(line, columns, record)
  }
}

/** A cell as text; lists of texts become lines. */
function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(writeCell).filter(Boolean).join('\n')
  return JSON.stringify(value)
}

const deepest = 3

/** Fields of an object, those of objects in it as `outer.inner`. */
function* fieldsOf(value: Record<string, unknown>, lead = '', depth = 1): Generator<[string, string]> {
  for (const [name, inner] of Object.entries(value)) {
    if (isJsonObject(inner) && depth < deepest) yield* fieldsOf(inner, `${lead}${name}.`, depth + 1)
    else yield [`${lead}${name}`, writeCell(inner)]
  }
}

/** An export is often one object with all rows in a list of it. */
function rowsIn(value: unknown): unknown[] {
  if (!isJsonObject(value)) return [value]
  const lists = Object.values(value).filter((inner) => Array.isArray(inner) && inner.some(isJsonObject))
  return lists.length === 1 ? (lists[0] as unknown[]) : [value]
}

async function* buffers(chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

/** Objects, one after the other (JSON lines) or in a list. */
async function* readOwnJson(chunks: AsyncIterable<Buffer>): AsyncGenerator<OwnLine> {
  let rows = 0
  let tooLong = false
  for await (const { line, bytes, ended } of splitJson(chunks, mostRowBytes)) {
    if (!ended) throw new OwnFileError(`The object that begins at line ${line} is not whole.`)
    if (bytes === null) {
      tooLong = true
      yield { line, problem: 'the object is longer than 1 MB' }
      continue
    }
    const text = bytes.toString('utf8')
    if (isTooDeep(text)) {
      rows += 1
      yield { line, problem: `the JSON has lists or objects more than ${deepestJson} deep in one another` }
      continue
    }
    const value = parseJson(text)
    for (const row of value === undefined ? [undefined] : rowsIn(value)) {
      rows += 1
      yield isJsonObject(row)
        ? { line, cells: new Map(fieldsOf(row)) }
        : { line, problem: 'this is no JSON object' }
    }
  }
  if (rows > 0) return
  throw new OwnFileError(
    tooLong
      ? 'It is one object of more than 1 MB. Send its list alone, or one object a line.'
      : 'There is no JSON object in it.',
  )
}

const textColumn = 'text'

type NumberedLine = { number: number; text: string }

function requireShortLine(characters: number, line: number): void {
  if (characters > mostRowBytes) throw new OwnFileError(`The row at line ${line} is longer than 1 MB.`)
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<NumberedLine> {
  let rest = ''
  let number = 0
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    requireShortLine(rest.length, number + 1)
    for (const text of lines) {
      number += 1
      yield { number, text: text.replace(/\r$/u, '') }
    }
  }
  yield { number: number + 1, text: rest }
}

const rowOf = (line: number, text: string): OwnLine => ({ line, cells: new Map([[textColumn, text.trim()]]) })

async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<OwnLine> {
  for await (const { number, text } of linesOf(chunks)) if (text.trim() !== '') yield rowOf(number, text)
}

async function* readParagraphs(chunks: AsyncIterable<string>): AsyncGenerator<OwnLine> {
  let begin = 1
  let lines: string[] = []
  let characters = 0
  for await (const { number, text } of linesOf(chunks)) {
    if (text.trim() !== '') {
      if (lines.length === 0) begin = number
      lines.push(text)
      characters += text.length
      requireShortLine(characters, begin)
    } else if (lines.length > 0) {
      yield rowOf(begin, lines.join('\n'))
      lines = []
      characters = 0
    }
  }
  if (lines.length > 0) yield rowOf(begin, lines.join('\n'))
}

/** Reads a person's file row by row; holds one row and one chunk at a time. Throws `OwnFileError`. */
export function readOwnLines(
  chunks: AsyncIterable<string>,
  { format, hasHeader }: { format: OwnFormat; hasHeader: boolean },
): AsyncGenerator<OwnLine> {
  switch (format) {
    case 'csv':
      return readOwnCsv(buffers(chunks), hasHeader)
    case 'json':
      return readOwnJson(buffers(chunks))
    case 'paragraphs':
      return readParagraphs(chunks)
    case 'lines':
      return readLines(chunks)
  }
}
