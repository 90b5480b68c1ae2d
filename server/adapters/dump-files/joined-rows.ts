import type { DumpRow } from './dump-row.ts'

const mostNamed = 5
const whole = new Intl.NumberFormat('en-US')

/** Counts the rows in which the cells of an unquoted text were joined. */
export function countJoinedRows() {
  const lines: number[] = []
  let count = 0
  return {
    add(row: DumpRow): void {
      if (!('value' in row) || row.joined !== true) return
      count += 1
      if (lines.length < mostNamed) lines.push(row.line)
    },
    notes(): string[] {
      if (count === 0) return []
      const at = `at line ${lines.join(', ')}${count > lines.length ? ', ...' : ''}`
      const rows = count === 1 ? '1 row' : `${whole.format(count)} rows`
      return [`${rows} had a text with separators and without quotes (${at}): the pieces were joined again.`]
    },
  }
}
