import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import type { OwnFormat } from '#contract/own-material.ts'
import { publicError } from '#server/errors.ts'
import type { OwnCollectionStore } from './own-collection-store.ts'
import { guessFormat, guessHasHeader, guessMapping } from './own-mapping-rules.ts'
import type { FileRow, ReadFile } from './score-collection.ts'

export type PreviewMaterial = ReadFile & {
  collections: Pick<OwnCollectionStore, 'findCollection' | 'readUpload' | 'readParts'>
}

type ReadAs = { format: OwnFormat; hasHeader: boolean }
type Table = { columns: string[]; rows: string[][] }

/** Columns and guesses come from so many rows; so many of them are shown. */
const rowsLookedAt = 40
const shownRows = 8
const shownCharacters = 300
/** A table of very long rows is looked at no further; a few lines show what a file is. */
const charactersLookedAt = { rows: 2_000_000, format: 20_000 }

const unreadable = (userMessage: string) => publicError('own_unreadable', userMessage)

/** More than so many of the first characters were no text: a picture, a packed file, a spreadsheet, or another encoding. */
const mostOdd = 0.02

/** Refuses what is no text before any of it is kept. As stored, what is no character of UTF-8 has a sign of its own. */
export function requireText(stored: string): void {
  const start = cutText(stored, charactersLookedAt.format)
  const odd = start.match(/[^\P{Cc}\s]|\uFFFD/gu) ?? []
  if (odd.length <= mostOdd * start.length) return
  throw unreadable('This is no text in UTF-8. Save it as a CSV or plain text file, and send that.')
}

/** The beginning of a file, so many characters at least, if there are. */
async function* readHead(parts: AsyncIterable<string>, characters: number): AsyncGenerator<string> {
  let read = 0
  for await (const part of parts) {
    yield part
    read += part.length
    if (read >= characters) return
  }
}

/** Where the beginning of a file ends in the middle of a row, the rows before it are enough. */
async function firstRows(deps: PreviewMaterial, lines: AsyncIterable<FileRow>) {
  const rows: ReadonlyMap<string, string>[] = []
  let read = 0
  try {
    for await (const line of lines) {
      if (line.problem === undefined) rows.push(line.cells)
      read += 1
      if (rows.length >= rowsLookedAt || read >= 20 * rowsLookedAt) break
    }
  } catch (error) {
    const problem = deps.findFileProblem(error)
    if (problem === null) throw error
    if (rows.length === 0) throw unreadable(problem)
  }
  return rows
}

export async function readOwnTable(deps: PreviewMaterial, id: string, as: ReadAs): Promise<Table> {
  const { parts, last } = await deps.collections.readUpload(id)
  if (parts === 0) throw unreadable('Nothing was sent yet. Choose a file, or paste a text.')
  if (parts !== last + 1) throw unreadable('Some parts of the file did not arrive. Send it again.')
  const head = readHead(deps.collections.readParts(id), charactersLookedAt.rows)
  const found = await firstRows(deps, deps.readLines(head, as))
  const columns = [...new Set(found.flatMap((cells) => [...cells.keys()]))]
  if (columns.length > limits.ownColumns) {
    throw unreadable(`There are ${columns.length} columns in it; at most ${limits.ownColumns} can be read.`)
  }
  if (columns.length === 0) throw unreadable('No row can be read from it. Is it another format?')
  return { columns, rows: found.map((cells) => columns.map((column) => cells.get(column) ?? '')) }
}

async function readStart({ collections }: PreviewMaterial, id: string): Promise<string> {
  let head = ''
  for await (const part of readHead(collections.readParts(id), charactersLookedAt.format)) head += part
  return head
}

async function guessReading(deps: PreviewMaterial, id: string, given: Partial<ReadAs>): Promise<ReadAs> {
  let { format, hasHeader } = given
  format ??= guessFormat(await readStart(deps, id))
  if (format !== 'csv') return { format: format ?? 'lines', hasHeader: true }
  if (hasHeader === undefined) {
    const [first = []] = (await readOwnTable(deps, id, { format, hasHeader: false })).rows
    hasHeader = guessHasHeader(first)
  }
  return { format, hasHeader }
}

export async function previewMaterial(
  deps: PreviewMaterial,
  { userId, collectionId }: { userId: string; collectionId: string },
  given: { format?: OwnFormat | undefined; hasHeader?: boolean | undefined },
) {
  const found = await deps.collections.findCollection(userId, collectionId)
  if (found?.state !== 'uploading') {
    throw publicError('not_found', 'This collection is not here, or its file was read already.')
  }
  const as = await guessReading(deps, collectionId, given as Partial<ReadAs>)
  const { columns, rows } = await readOwnTable(deps, collectionId, as)
  const shown = rows.slice(0, shownRows).map((row) => row.map((cell) => cutText(cell, shownCharacters)))
  return { columns, rows: shown, mapping: guessMapping({ columns, rows }, as) }
}
