import { countCuts } from '#contract/post-limits.ts'
import type { RowReading } from './own-row-rules.ts'

/** What was changed in a row when it was stored. */
export type RowMark = Omit<Extract<RowReading, { row: unknown }>, 'row'> & {
  line: number
  /** Whether the cells of an unquoted text were joined. */
  joined: boolean
  /** The number of messages in it that were left out, because support staff or a bot wrote them. */
  others: number
}

export const isMarked = ({ cut, badDate, badRating, ...marks }: Omit<RowMark, 'line'>) =>
  badDate ||
  badRating !== null ||
  marks.scaledRating ||
  marks.joined ||
  marks.others > 0 ||
  marks.unreadable ||
  cut.length > 0

const linesNamed = 5
const valuesNamed = 5
const whole = new Intl.NumberFormat('en-US')

type Sentences = { one: (at: string) => string; more: (count: string, at: string) => string }

/** Counts the rows with one kind of change, or the changes in them, and names the first of their lines. */
function countLines({ one, more }: Sentences) {
  const lines: number[] = []
  let count = 0
  let rows = 0
  return {
    add(line: number, changes = 1): void {
      count += changes
      rows += 1
      if (lines.length < linesNamed) lines.push(line)
    },
    notes(): string[] {
      if (count === 0) return []
      const at = `at line ${lines.join(', ')}${rows > lines.length ? ', ...' : ''}`
      return [count === 1 ? one(at) : more(whole.format(count), at)]
    },
  }
}

const countUnread = (what: string, values = () => '') =>
  countLines({
    one: (at) => `1 ${what} cannot be read (${at}${values()}): the row has none.`,
    more: (count, at) => `${count} ${what}s cannot be read (${at}${values()}): the rows have none.`,
  })

/** Collects notes for the user about the stored rows. */
export function countRowNotes() {
  const cuts = countCuts('at line')
  const dates = countUnread('date')
  const odd = new Set<string>()
  const ratings = countUnread('rating', () => `: ${[...odd].map((one) => `“${one}”`).join(', ')}`)
  const scaled = countLines({
    one: (at) => `1 rating was on another scale (${at}) and was converted to a scale of 5.`,
    more: (count, at) => `${count} ratings were on another scale (${at}) and were converted to a scale of 5.`,
  })
  const joins = countLines({
    one: (at) => `1 row had a text with separators and without quotes (${at}): its pieces were joined again.`,
    more: (count, at) =>
      `${count} rows had a text with separators and without quotes (${at}): the pieces were joined again.`,
  })
  const others = countLines({
    one: (at) => `1 message of support staff or a bot is left out of its conversation (${at}).`,
    more: (count, at) =>
      `${count} messages of support staff or bots are left out of their conversations (${at}).`,
  })
  const letters = countLines({
    one: (at) => `1 row has letters that cannot be read (${at}); � stands for them.`,
    more: (count, at) => `${count} rows have letters that cannot be read (${at}); � stands for them.`,
  })
  return {
    add({ line, cut, badDate, badRating, ...marks }: RowMark): void {
      cuts.add(line, cut)
      if (marks.unreadable) letters.add(line)
      if (badDate) dates.add(line)
      if (badRating !== null) {
        ratings.add(line)
        if (odd.size < valuesNamed) odd.add(badRating)
      }
      if (marks.scaledRating) scaled.add(line)
      if (marks.joined) joins.add(line)
      if (marks.others > 0) others.add(line, marks.others)
    },
    notes: () => [joins, others, dates, ratings, scaled, letters, cuts].flatMap((one) => one.notes()),
  }
}
