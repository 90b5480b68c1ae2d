import { wordsOf } from './other-side-rules.ts'

type Table = { columns: readonly string[]; rows: readonly (readonly string[])[] }

/** Words in column names such as `Submit Date (UTC)`, `sys_created_on` and `Date/Time Opened`. */
const dateWords =
  /\b(?:dates?|datetime|time|timestamp|ts|when|day|datum|fecha|created?|creation|submit|submitted|opened|posted|published|received|sent|asked|requested|written|started|completed|modified|updated|seconds|epoch)\b|\b(?:on|at)$/u

/** Words in names of dates that belong to later events or to the customer, not to the text. */
const otherDates =
  /updat|modif|activity|edited|solv|clos|repl|respon[ds]|answer|assign|due\b|^end|expir|renew|\bsince\b|sign(?:ed)? ?up|\bjoined\b|purchas|order/u
/** Words in names that never mean the date of a row, even if most cells are valid dates. */
const noDates = /\b(?:birth|birthday|dob|version|build|phone|mobile|duration|ids?|ratings?|stars?|scores?)\b/u

/** Whether a cell has a time that counts back from an unknown day, such as "2 days ago". */
export const isRelativeDate = (cell: string) =>
  /^(?:(?:edited|updated|posted|about) )?(?:an?|one|\d{1,4}) (?:second|minute|hour|day|week|month|year)s? ago$|^(?:yesterday|today|just now)$/iu.test(
    cell,
  )

const isDotted = (cell: string) => /^(?:\d{1,2}\.\d{1,2}\.\d{4}|\d{4}\.\d{1,2}\.\d{1,2})$/u.test(cell)
const isNumeral = (cell: string) => /^[\d.]+$/u.test(cell) && !isDotted(cell)

/** The minimum share of dates in a column. It is lower if the name means a date: some cells may be empty. */
const enough = { named: 0.5, unnamed: 0.8 }

/** The columns in which most cells are dates, best first. */
export function listDateColumns(table: Table, isDate: (cell: string) => boolean): string[] {
  const found = table.columns.flatMap((column, at) => {
    const words = wordsOf(column)
    const cells = table.rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '')
    if (cells.length === 0 || noDates.test(words)) return []
    const isNamed = dateWords.test(words)
    const dates = cells.filter((cell) => (isNamed || !isNumeral(cell)) && isDate(cell))
    if (dates.length < cells.length * (isNamed ? enough.named : enough.unnamed)) return []
    return [{ column, rank: (otherDates.test(words) ? 2 : 0) + (isNamed ? 0 : 1) }]
  })
  return found.toSorted((a, b) => a.rank - b.rank).map(({ column }) => column)
}
