/** What may stand in front of a formula, and the sign that opens one, also in full width. */
const opening = /(^[;"\s\p{Cc}\p{Cf}]*|[;"\s\p{Cc}\p{Cf}]+)([=+\-@＝＋－＠])?/gu
/** What matched, what stands in front, the sign, and where it all begins. */
type Opening = [all: string, before: string, sign: string | undefined, at: number]
/** Where readers set to another separator than ours see a cell begin inside ours. */
const separator = /[;\t\r\n\v\f\u0085\u2028\u2029]/u

/**
 * Text that no spreadsheet runs: an apostrophe stands before each sign that opens a formula, wherever some reader may
 * see a cell begin. To one set to semicolons or tabs, a quote inside ours may be the one that opens its cell.
 */
export function defuseCell(text: string): string {
  return text.replace(opening, (...[all, before, sign, at]: Opening) =>
    sign !== undefined && (at === 0 || separator.test(before)) ? `${before}'${sign}` : all,
  )
}
