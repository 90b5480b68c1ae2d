import { findTypedColumns, kindOfCell, type TypedColumn } from './cell-kinds.ts'

type Cells = readonly string[]

/** The separator of a table, its number of columns, and its first rows. */
type CellTable = {
  delimiter: string
  /** Whether spaces follow the separators. */
  blanks: boolean
  width: number
  rows: readonly Cells[]
}

/** A restored row; `joined` is true if cells were joined. Null if the row cannot be restored. */
type Restored = { cells: Cells; joined: boolean } | null

const isBlank = (cell: string) => cell.trim() === ''

/** Removes the empty cells beyond the width of the table, which spreadsheet programs add. */
function withoutEmpty(cells: Cells, width: number): Cells {
  let end = cells.length
  while (end > width && isBlank(cells[end - 1] ?? '')) end -= 1
  return cells.slice(0, end)
}

/** Joins a cell that begins with a space to the previous cell: in prose, a space follows a comma. */
export function joinAtSpaces(cells: Cells, delimiter: string): Cells {
  const joined: string[] = []
  for (const cell of cells) {
    if (joined.length > 0 && /^ \S/u.test(cell)) joined[joined.length - 1] += delimiter + cell
    else joined.push(cell)
  }
  return joined
}

const fits = (cells: Cells, typed: readonly TypedColumn[]) =>
  typed.every(({ at, kind }) => {
    const cell = cells[at] ?? ''
    return isBlank(cell) || kindOfCell(cell) === kind
  })

/** Joins the surplus cells of a row into the column at this index. */
function joinAt(cells: Cells, at: number, { delimiter, width }: CellTable): string[] {
  const end = at + 1 + cells.length - width
  return [...cells.slice(0, at), cells.slice(at, end).join(delimiter), ...cells.slice(end)]
}

const fewestRows = 2

/** What the rows at the start of a table show about its columns. */
function learn({ delimiter, blanks, width, rows }: CellTable) {
  const hasSpaces = !blanks && delimiter !== '\t'
  const bySpaces = (cells: Cells) => (hasSpaces ? joinAtSpaces(cells, delimiter) : cells)
  const even = rows
    .map((cells) => (cells.length > width ? withoutEmpty(bySpaces(cells), width) : cells))
    .filter((cells) => cells.length === width)
  const typed = even.length < fewestRows ? [] : findTypedColumns(even, width)
  const untyped = Array.from({ length: width }, (_, at) => at).filter(
    (at) => !typed.some((one) => one.at === at),
  )
  const padded = rows.filter((cells) => cells.length > width && withoutEmpty(cells, width).length <= width)
  return { bySpaces, typed, untyped, isPadded: 2 * padded.length >= rows.length }
}

/**
 * Restores rows that have more cells than the table has columns, because a text contains separators and is
 * not quoted. A space after a comma shows that two cells are parts of a text. Otherwise, cells are joined if
 * dates, numbers and other typed values then fit in only one way. Any other row is rejected.
 */
export function makeRestorer(table: CellTable): (cells: Cells) => Restored {
  const { width } = table
  const { bySpaces, typed, untyped, isPadded } = learn(table)
  const isRow = (cells: Cells) => cells.length === width && fits(cells, typed)
  return (cells) => {
    if (cells.length <= width) return { cells, joined: false }
    const cut = withoutEmpty(cells, width)
    if (isPadded && isRow(cut)) return { cells: cut, joined: false }
    const spaced = bySpaces(cells)
    const row = withoutEmpty(spaced, width)
    if (spaced.length < cells.length && isRow(row)) return { cells: row, joined: true }
    if (isRow(cut)) return { cells: cut, joined: false }
    const whole = isPadded ? cut : cells
    const [way, ...others] =
      typed.length === 0 || whole.length === width
        ? []
        : untyped.map((at) => joinAt(whole, at, table)).filter(isRow)
    if (way !== undefined && others.length === 0) return { cells: way, joined: true }
    // A row with empty cells at its end may have a value of another kind, such as "n/a" in a column of dates.
    return way === undefined && cut.length === width ? { cells: cut, joined: false } : null
  }
}

/**
 * The number of columns of a table whose header ends with empty cells. These are no columns if rows reach
 * into them only with texts that contain separators without quotes.
 */
export function findNamedWidth(header: Cells, table: Omit<CellTable, 'width'>): number {
  const width = Math.max(1, header.findLastIndex((cell) => !isBlank(cell)) + 1)
  const long = table.rows.filter((cells) => withoutEmpty(cells, width).length > width)
  if (width === header.length || long.length === 0) return header.length
  const restore = makeRestorer({ ...table, width })
  return long.every((cells) => restore(cells) !== null) ? width : header.length
}
