import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import type { OwnFormat, OwnMapping } from '#contract/own-material.ts'
import { AppError, publicError } from '#server/errors.ts'
import type { FileRow } from '#server/source-ports.ts'
import { guessMapping } from './own-mapping-rules.ts'
import { type RowContext, readOwnRow } from './own-row-rules.ts'
import type { ReadFile, ReadTitle, TitleColumn } from './score-file.ts'

type ReadAs = { format: OwnFormat; hasHeader: boolean }
export type GivenReading = { format?: OwnFormat | undefined; hasHeader?: boolean | undefined }
type PreviewFile = ReadFile &
  ReadTitle &
  Pick<RowContext, 'readText'> & { isDate: (cell: string) => boolean; openTitles: () => TitleColumn }
type Table = { columns: string[]; rows: string[][] }

/** The number of rows from which columns are guessed, and the number of rows that are shown. */
const rowsLookedAt = 40
/**
 * Up to this row, rows with a new column are also examined: objects have no key for an unanswered question.
 */
const linesLookedAt = 20 * rowsLookedAt
const shownRows = 8
const shownCharacters = 300

const unreadable = (userMessage: string) => publicError('own_unreadable', userMessage)

async function* chunksOf(head: readonly string[]): AsyncGenerator<string> {
  yield* head
}

/** Collects the first rows, and later rows with new columns up to the maximum number of columns. */
function collectRows() {
  const rows: ReadonlyMap<string, string>[] = []
  const columns = new Set<string>()
  const add = (cells: ReadonlyMap<string, string>): void => {
    const names = [...cells.keys()]
    const more = new Set([...columns, ...names])
    const hasNew = more.size > columns.size && more.size <= limits.ownColumns
    if (rows.length >= rowsLookedAt && !hasNew) return
    rows.push(cells)
    for (const name of names) columns.add(name)
  }
  return { rows, add }
}

/** If the start of a file ends within a row, the rows before it are sufficient. */
async function firstRows(deps: ReadFile, lines: AsyncIterable<FileRow>) {
  const { rows, add } = collectRows()
  let read = 0
  let wrong: string | null = null
  try {
    for await (const line of lines) {
      if (line.problem === undefined) add(line.cells)
      else wrong ??= `At line ${line.line} ${line.problem}.`
      read += 1
      if (read >= linesLookedAt) break
    }
  } catch (error) {
    const problem = deps.findFileProblem(error)
    if (problem === null) throw error
    if (rows.length === 0) throw unreadable(problem)
  }
  if (rows.length === 0 && wrong !== null) throw unreadable(`No row can be read from it. ${wrong}`)
  return rows
}

async function readTable(deps: ReadFile, head: readonly string[], as: ReadAs): Promise<Table> {
  const found = await firstRows(deps, deps.readLines(chunksOf(head), as))
  const columns = [...new Set(found.flatMap((cells) => [...cells.keys()]))]
  if (columns.length > limits.ownColumns) {
    throw unreadable(`There are ${columns.length} columns in it; at most ${limits.ownColumns} can be read.`)
  }
  if (columns.length === 0) throw unreadable('No row can be read from it. Choose another format.')
  return { columns, rows: found.map((cells) => columns.map((column) => cells.get(column) ?? '')) }
}

/** Fields that are omitted are guessed. The notes explain the guess. */
function guessReading(deps: ReadFile, head: readonly string[], given: GivenReading) {
  const look = deps.lookAt(head.join(''))
  const { format = look.format } = given
  const { hasHeader = format === look.format ? look.hasHeader : true } = given
  const isGuess = format === look.format && hasHeader === look.hasHeader
  return { as: { format, hasHeader }, notes: isGuess ? look.notes : [] }
}

const undated = 'No column of dates was found. Without one, the rows get the date of the upload.'

const unread =
  'Some letters of this file cannot be read; � stands for them. Save it as UTF-8 (in Excel: “CSV UTF-8”) to keep them.'

/** The titles and texts of the rows as they would be stored. Rows that would be rejected are left out. */
function readTexts(deps: PreviewFile, { columns, rows }: Table, mapping: OwnMapping) {
  const titles = deps.openTitles()
  const at = columns.indexOf(mapping.title ?? '')
  for (const row of rows) titles.add(row[at] ?? '')
  const readTitle = (cell: string) => deps.readTitle(cell, titles.isPlain())
  const collection = { name: '', createdAt: new Date(0) }
  const context = { mapping, collection, readText: deps.readText, readTitle, readDate: () => null }
  return rows.flatMap((row) => {
    const reading = readOwnRow(new Map(columns.map((column, at) => [column, row[at] ?? ''])), context)
    if (!('row' in reading)) return []
    const { title, selftext } = reading.row
    return [{ title, selftext }]
  })
}

/** Shows how a file with this start would be read. `texts` are its first rows as they would be stored. */
export async function previewFile(deps: PreviewFile, head: readonly string[], given: GivenReading) {
  const { as, notes } = guessReading(deps, head, given)
  const { columns, rows } = await readTable(deps, head, as)
  const shown = rows.slice(0, shownRows).map((row) => row.map((cell) => cutText(cell, shownCharacters)))
  const mapping = guessMapping({ columns, rows }, as, deps.isDate)
  const texts = readTexts(deps, { columns, rows: rows.slice(0, rowsLookedAt) }, mapping)
  const odd = head.some((part) => part.includes('\uFFFD')) ? [unread] : []
  const dateless = mapping.date === null ? [undated] : []
  return { columns, rows: shown, mapping, texts, notes: [...odd, ...notes, ...dateless] }
}

/** Rejects a mapping with columns that are not in the file. The user can still change the mapping now. */
export async function requireColumns(
  deps: ReadFile,
  head: readonly string[],
  mapping: OwnMapping,
): Promise<void> {
  const { columns } = await readTable(deps, head, mapping)
  const named = [
    mapping.title,
    ...mapping.text,
    mapping.date,
    mapping.link,
    mapping.group,
    mapping.rating ?? null,
  ]
  const missing = named.find((column) => column !== null && !columns.includes(column))
  if (missing === undefined) return
  throw new AppError('own_unreadable', 'The mapping names a column that the file does not have', {
    userMessage: `The file has no column “${missing}”. Choose among those that are shown.`,
  })
}
