const written: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '',
  0: '',
  Z: '',
  '\\': '\\',
}
const anyEscape = /\\[\s\S]?/gu
const known = /^\\[nrtb0ZN\\]?$/u
/** A path of Windows would have two backslashes in such a table. */
const path = /(?:^|[^a-z])[a-z]:\\(?!\\)/iu

/**
 * Whether a tab-separated table writes line breaks and tabs as `\n` and `\t`, as MySQL and the COPY command of
 * PostgreSQL do. Then every backslash in it begins an escape.
 */
export function hasBackslashEscapes(head: string): boolean {
  const escapes = head.match(anyEscape) ?? []
  const breaks = escapes.filter((one) => one === '\\n' || one === '\\t').length
  return breaks > 1 && escapes.every((one) => known.test(one)) && !path.test(head)
}

/** The text of a cell with such escapes. A missing value is `\N` or `NULL`. */
export const withoutEscapes = (cell: string): string =>
  cell === 'NULL' || cell === '\\N' ? '' : cell.replaceAll(anyEscape, (one) => written[one.slice(1)] ?? one)
