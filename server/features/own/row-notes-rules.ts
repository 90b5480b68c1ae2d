import { countCuts } from '#contract/post-limits.ts'
import type { RowReading } from './own-row-rules.ts'

/** What of a row was not kept as it was given. */
export type RowMark = Pick<Extract<RowReading, { row: unknown }>, 'cut' | 'badDate'> & { line: number }

const linesNamed = 5
const whole = new Intl.NumberFormat('en-US')

/** Counts what a person has to know of rows that were kept, and names the first lines. */
export function countRowNotes() {
  const cuts = countCuts('at line')
  const lines: number[] = []
  let badDates = 0
  return {
    add({ line, cut, badDate }: RowMark): void {
      cuts.add(line, cut)
      if (!badDate) return
      badDates += 1
      if (lines.length < linesNamed) lines.push(line)
    },
    notes(): string[] {
      const at = `at line ${lines.join(', ')}${badDates > lines.length ? ', ...' : ''}`
      const unread =
        badDates === 1
          ? [`1 date cannot be read (${at}): the row has none.`]
          : [`${whole.format(badDates)} dates cannot be read (${at}): the rows have none.`]
      return [...(badDates === 0 ? [] : unread), ...cuts.notes()]
    },
  }
}
