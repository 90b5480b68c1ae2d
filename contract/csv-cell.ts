/** What may stand in front of a formula, apostrophes, and the sign that opens one, also in full width. */
const opening = /(^[;"\s\p{Cc}\p{Cf}]*|[;"\s\p{Cc}\p{Cf}]+)('*)([=+\-@＝＋－＠])?/gu
/** What matched, what stands in front, the apostrophes, the sign, and where it all begins. */
type Opening = [all: string, before: string, guards: string, sign: string | undefined, at: number]
/** Where readers set to another separator than ours see a cell begin inside ours. */
const separator = /[;\t\r\n\v\f\u0085\u2028\u2029]/u

function changeGuards(text: string, change: (guards: string) => string): string {
  return text.replace(opening, (...[all, before, guards, sign, at]: Opening) =>
    sign !== undefined && (at === 0 || separator.test(before)) ? `${before}${change(guards)}${sign}` : all,
  )
}

/**
 * Text that no spreadsheet runs: an apostrophe stands before each sign that opens a formula, wherever some reader may
 * see a cell begin. To one set to semicolons or tabs, a quote inside ours may be the one that opens its cell.
 * Apostrophes that stood there get one more, so that `restoreCell` gives any text back.
 */
export const defuseCell = (text: string): string => changeGuards(text, (guards) => `'${guards}`)

/** The text that was given to `defuseCell`. */
export const restoreCell = (defused: string): string => changeGuards(defused, (guards) => guards.slice(1))

/** Columns that only a download of this product has together: the posts of a search with what its score is made of. */
const downloadColumns =
  'id title community opportunity_score signals posted_at source keyword_match evidence text'
/** The same of a list of saved posts, which holds no texts. */
const savedColumns = 'title community opportunity_score posted_at source id keyword saved_at'

const hasAll = (columns: readonly string[], needed: string) =>
  needed.split(' ').every((name) => columns.includes(name))

/** Which of our own files a table with these columns is; its cells are as `defuseCell` wrote them. */
export function findOwnTable(columns: readonly string[]): 'download' | 'saved posts' | null {
  if (hasAll(columns, downloadColumns)) return 'download'
  return hasAll(columns, savedColumns) ? 'saved posts' : null
}
