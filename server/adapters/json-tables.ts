import { isJsonObject } from './json-value.ts'

type Row = Record<string, unknown>

const position = /^\d{1,20}$/u

/** The columns of a table, each with its cells by the number of the row, as pandas writes them. */
function columnsAsRows(value: Row): Row[] | null {
  const columns = Object.entries(value)
  const cells = columns.map(([, one]) => one).filter(isJsonObject)
  const [first] = cells
  if (first === undefined || cells.length < Math.max(2, columns.length)) return null
  const at = Object.keys(first)
  const isColumn = (one: Row) => Object.keys(one).length === at.length && at.every((key) => key in one)
  const isTable =
    at.length > 0 &&
    at.every((key) => position.test(key)) &&
    !columns.some(([name]) => position.test(name)) &&
    cells.every(isColumn)
  if (!isTable) return null
  return at.map((key) => Object.fromEntries(columns.map(([name], column) => [name, cells[column]?.[key]])))
}

const namesColumns = /^(?:columns?|cols|fields|headers?|header_?row|names|meta|schema)$/iu

const nameIn = (one: unknown): unknown => (isJsonObject(one) ? (one.name ?? one.label ?? one.id) : one)

/** The names of columns, as strings or as `{"name": ...}`. Null unless all names are different. */
function namesIn(list: unknown): string[] | null {
  if (!Array.isArray(list) || list.length === 0) return null
  const names = list.map(nameIn).filter((name) => typeof name === 'string' && name.trim() !== '')
  return names.length === list.length && new Set(names).size === names.length ? (names as string[]) : null
}

const isRows = (value: unknown): value is unknown[][] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row))

/** Rows without names, beside the names of the columns. In `values` of Google Sheets, the first row has them. */
function listsAsRows(value: Row): Row[] | null {
  const lists = Object.entries(value).filter(([, one]) => isRows(one))
  const [[name, rows] = ['', null]] = lists
  if (lists.length !== 1 || !isRows(rows)) return null
  const beside = Object.entries(value).find(([other]) => namesColumns.test(other))?.[1]
  const given = namesIn(beside)
  const names = given ?? (name === 'values' && rows.length > 1 ? namesIn(rows[0]) : null)
  if (names === null || rows.some((row) => row.length > names.length)) return null
  const below = given === null ? rows.slice(1) : rows
  return below.map((row) => Object.fromEntries(names.map((column, at) => [column, row[at] ?? null])))
}

/**
 * The rows of a table that is written as its columns, or as lists of cells beside the names of the columns.
 * Null for other objects.
 */
export function tableRows(value: Record<string, unknown>): Row[] | null {
  const own = columnsAsRows(value) ?? listsAsRows(value)
  if (own !== null) return own
  const [inner, ...others] = Object.values(value)
    .filter(isJsonObject)
    .map(listsAsRows)
    .filter((rows) => rows !== null)
  return inner === undefined || others.length > 0 ? null : inner
}
