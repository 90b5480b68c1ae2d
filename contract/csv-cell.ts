/**
 * Matches a place where a formula may start: what may be before a formula, apostrophes, and the formula's
 * first character, which may be full-width.
 */
const opening = /(^[;"\s\p{Cc}\p{Cf}]*|[;"\s\p{Cc}\p{Cf}]+)('*)([=+\-@＝＋－＠])?/gu
/** Called with a match: the prefix, the apostrophes, the first character of the formula, and the offset. */
type Opening = [all: string, before: string, guards: string, sign: string | undefined, at: number]
/** Characters after which a program with another separator may start a new cell within our cell. */
const separator = /[;\t\r\n\v\f\u0085\u2028\u2029]/u

function changeGuards(text: string, change: (guards: string) => string): string {
  return text.replace(opening, (...[all, before, guards, sign, at]: Opening) =>
    sign !== undefined && (at === 0 || separator.test(before)) ? `${before}${change(guards)}${sign}` : all,
  )
}

/**
 * Makes formulas harmless: an apostrophe is added before each character that starts a formula, at every place
 * where some program may start a cell. If there are apostrophes already, one more is added, so that
 * `restoreCell` can remove it.
 */
export const defuseCell = (text: string): string => changeGuards(text, (guards) => `'${guards}`)

/** The inverse of `defuseCell`. */
export const restoreCell = (defused: string): string => changeGuards(defused, (guards) => guards.slice(1))

/** The columns of the download of results. No other program's file has all of them. */
const downloadColumns =
  'id title community opportunity_score signals posted_at source keyword_match evidence text'
/** The columns of the download of saved posts. This download contains no texts. */
const savedColumns = 'title community opportunity_score posted_at source id keyword saved_at'

const hasAll = (columns: readonly string[], needed: string) =>
  needed.split(' ').every((name) => columns.includes(name))

/**
 * The kind of our own download that has these columns; null if none has. The cells of our downloads went
 * through `defuseCell`.
 */
export function findOwnTable(columns: readonly string[]): 'download' | 'saved posts' | null {
  if (hasAll(columns, downloadColumns)) return 'download'
  return hasAll(columns, savedColumns) ? 'saved posts' : null
}
