import { findTypedColumns, kindOfCell, type TypedColumn } from './cell-kinds.ts'

type Row = readonly string[]

const filled = (row: Row) => row.filter((cell) => cell.trim() !== '')
const countWords = (text: string) => text.trim().split(/\s+/u).length

function middle(counts: readonly number[]): number {
  return counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
}

/** The number of typed columns that suggest a header, minus the number of those that suggest a data row. */
function weighTypes(first: Row, typed: readonly TypedColumn[]): number {
  return typed.reduce((sum, { at, kind }) => {
    const cell = first[at] ?? ''
    if (cell.trim() === '') return sum
    return sum + (kindOfCell(cell) === kind ? -1 : 1)
  }, 0)
}

/**
 * Judges columns of words: whether the cells of the first row occur nowhere else, are no sentences, and are
 * not longer than the data.
 */
function readsLikeNames(first: Row, body: readonly Row[]): boolean {
  const cells = filled(first)
  if (cells.some((cell) => kindOfCell(cell) !== null)) return false
  if (first.some((cell, at) => cell.trim() !== '' && body.some((row) => row[at] === cell))) return false
  if (cells.some((cell) => cell.trim().endsWith('?'))) return true
  if (cells.some((cell) => /[.!]["”’]?\s*$/u.test(cell))) return false
  const words = middle(cells.map(countWords))
  const below = Math.max(
    ...first.map((_, at) => middle(filled(body.map((row) => row[at] ?? '')).map(countWords))),
  )
  return words <= 4 || words < below
}

/** Whether a row has the import ids that Qualtrics writes below names and questions. */
const isImportRow = (row: Row) => filled(row).some((cell) => /^\{"importid"/iu.test(cell.trim()))

/**
 * Whether the first row of a table is a header, judged by the types below it, or by how names are written.
 */
function namesColumns(first: Row, body: readonly Row[]): boolean {
  if (filled(first).length === 0) return false
  if (body.length === 0) return readsLikeNames(first, [])
  if (body.slice(0, 2).some(isImportRow)) return true
  const weight = weighTypes(first, findTypedColumns(body, first.length))
  return weight === 0 ? readsLikeNames(first, body) : weight > 0
}

const usualName =
  /^(?:(?:customer |user |ticket )?(?:reviews?|texts?|body|comments?|feedback|messages?|answers?|responses?|notes?|posts?|descriptions?|content|titles?|subjects?|summary|verbatims?)(?: text)?)$/iu

/** A single column cannot be judged by types. Its header is a common name, a question, or an identifier. */
export function namesOneColumn(first: string, body: readonly Row[]): boolean {
  const name = first.trim()
  const cells = body.map((row) => row[0]?.trim() ?? '')
  if (usualName.test(name.replaceAll('_', ' '))) return true
  if (cells.length === 0) return false
  if (name.endsWith('?')) return cells.length > 1 && !cells.some((cell) => cell.endsWith('?'))
  return /^[a-z]+(?:[_.][a-z0-9]+)+$/iu.test(name) && middle(cells.map(countWords)) >= 3
}

/** Survey tools write these words below open questions and choices. */
const surveyWords = /^(?:response|open-ended response|other \(please specify\)|\{"importid".*\})$/iu

/** Whether a row is a second header row: unlike the rows below, it has no values in typed columns. */
function namesAgain(row: Row, body: readonly Row[]): boolean {
  if (body.length === 0) return filled(row).some((cell) => surveyWords.test(cell.trim()))
  const typed = findTypedColumns(body, row.length)
  if (typed.some(({ at, kind }) => kindOfCell(row[at] ?? '') === kind)) return false
  const given = filled(row)
  if (given.length === 0 || given.some((cell) => kindOfCell(cell) !== null)) return false
  if (given.some((cell) => surveyWords.test(cell.trim()))) return true
  // One row below cannot show what its columns contain.
  return body.length > 1 && typed.length >= 2
}

/** The number of further header rows below the first. Most survey tools write one; Qualtrics writes two. */
export function countFurtherNames(below: readonly Row[]): number {
  const imports = below.slice(0, 2).findIndex(isImportRow)
  if (imports !== -1) return imports + 1
  for (const count of [2, 1]) {
    const body = below.slice(count)
    if (below.length >= count && below.slice(0, count).every((row) => namesAgain(row, body))) return count
  }
  return 0
}

/** Whether the first row is a header, alone or above a row of labels, which hides the types of the columns. */
export function namesAnyColumns(first: Row, body: readonly Row[]): boolean {
  if (namesColumns(first, body)) return true
  const further = countFurtherNames(body)
  return further > 0 && namesColumns(first, body.slice(further))
}

/** Whether a row is the header again, as in a file that was put together from several exports. */
export const repeatsNames = (row: Row, names: Row): boolean =>
  filled(names).length > 1 &&
  row.length === names.length &&
  row.every((cell, at) => cell.trim() === names[at]?.trim())
