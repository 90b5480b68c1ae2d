import type { OwnFormat } from '#contract/own-material.ts'
import type { FileRow } from '#server/source-ports.ts'
import { startCharacters } from '../transcripts/find-transcript.ts'
import { readTranscript } from '../transcripts/read-transcript.ts'
import { linesOf, mostRowBytes, OwnFileError, peekText } from './file-lines.ts'
import { leaveOutOthers } from './message-sides.ts'
import { readOwnJson } from './read-own-json.ts'
import { readOwnTable } from './read-own-table.ts'

const textColumn = 'text'

const rowOf = (line: number, text: string): FileRow => ({ line, cells: new Map([[textColumn, text.trim()]]) })

async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<FileRow> {
  for await (const { number, text } of linesOf(chunks)) if (text.trim() !== '') yield rowOf(number, text)
}

async function* readParagraphs(chunks: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let begin = 1
  let lines: string[] = []
  let characters = 0
  for await (const { number, text } of linesOf(chunks)) {
    if (text.trim() !== '') {
      if (lines.length === 0) begin = number
      lines.push(text)
      characters += text.length
      if (characters > mostRowBytes) throw new OwnFileError(`The row at line ${begin} is longer than 1 MB.`)
    } else if (lines.length > 0) {
      yield rowOf(begin, lines.join('\n'))
      lines = []
      characters = 0
    }
  }
  if (lines.length > 0) yield rowOf(begin, lines.join('\n'))
}

async function* readChat(given: AsyncIterable<string>): AsyncGenerator<FileRow> {
  const { head, chunks } = await peekText(given, startCharacters)
  const rows = readTranscript(head.text, linesOf(chunks))
  if (rows === null) {
    throw new OwnFileError('It is no chat or transcript of a known kind. Choose another format.')
  }
  yield* rows
}

async function* ofCustomers(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow> {
  for await (const row of rows) yield leaveOutOthers(row)
}

/** Reads a user's file row by row. Buffers one row and one chunk at a time. Throws `OwnFileError`. */
export function readOwnLines(
  chunks: AsyncIterable<string>,
  { format, hasHeader }: { format: OwnFormat; hasHeader: boolean },
): AsyncGenerator<FileRow> {
  switch (format) {
    case 'csv':
      return ofCustomers(readOwnTable(chunks, hasHeader))
    case 'json':
      return ofCustomers(readOwnJson(chunks))
    case 'chat':
      return ofCustomers(readChat(chunks))
    case 'paragraphs':
      return readParagraphs(chunks)
    case 'lines':
      return readLines(chunks)
  }
}
