import { countCuts } from '#contract/post-limits.ts'
import type { RowReading } from './own-row-rules.ts'

/** What of a row was not kept as it was given. */
export type RowMark = Pick<Extract<RowReading, { row: unknown }>, 'cut' | 'badDate' | 'badRating'> & {
  line: number
}

const linesNamed = 5
const whole = new Intl.NumberFormat('en-US')

/** Counts what of one kind cannot be read, and names the first lines. */
function countUnread(what: string) {
  const lines: number[] = []
  let count = 0
  return {
    add(line: number): void {
      count += 1
      if (lines.length < linesNamed) lines.push(line)
    },
    notes(): string[] {
      if (count === 0) return []
      const at = `at line ${lines.join(', ')}${count > lines.length ? ', ...' : ''}`
      return count === 1
        ? [`1 ${what} cannot be read (${at}): the row has none.`]
        : [`${whole.format(count)} ${what}s cannot be read (${at}): the rows have none.`]
    },
  }
}

/** Counts what a person has to know of rows that were kept. */
export function countRowNotes() {
  const cuts = countCuts('at line')
  const dates = countUnread('date')
  const ratings = countUnread('rating')
  return {
    add({ line, cut, badDate, badRating }: RowMark): void {
      cuts.add(line, cut)
      if (badDate) dates.add(line)
      if (badRating) ratings.add(line)
    },
    notes: () => [...dates.notes(), ...ratings.notes(), ...cuts.notes()],
  }
}
