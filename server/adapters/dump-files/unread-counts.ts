import { isJsonObject } from '../json-value.ts'
import { fieldOf } from './column-names.ts'
import type { DumpRow } from './dump-row.ts'
import { type RawPost, readCount, saysNothing } from './raw-post.ts'

const counts: ReadonlySet<keyof RawPost | null> = new Set<keyof RawPost>([
  'score',
  'ups',
  'points',
  'num_points',
  'num_comments',
  'comms_num',
  'comments',
  'descendants',
])
const mostNamed = 5
const whole = new Intl.NumberFormat('en-US')

/** Longer values are texts: in some exports, a column with the name of a count contains texts. */
const mostCharacters = 20

const isUnread = (value: unknown) =>
  String(value).length <= mostCharacters &&
  (typeof value === 'string' || typeof value === 'number') &&
  !saysNothing(value) &&
  readCount(value) === null

/** For each column of upvotes or comments, counts the rows whose value is not a number. */
export function countUnreadCounts() {
  const found = new Map<string, { count: number; lines: number[] }>()
  return {
    add(row: DumpRow): void {
      if (!('value' in row) || !isJsonObject(row.value)) return
      for (const [name, value] of Object.entries(row.value)) {
        if (!counts.has(fieldOf(name)) || !isUnread(value)) continue
        const held = found.get(name) ?? { count: 0, lines: [] }
        held.count += 1
        if (held.lines.length < mostNamed) held.lines.push(row.line)
        found.set(name, held)
      }
    },
    notes: (): string[] =>
      [...found].map(([name, { count, lines }]) => {
        const at = `at line ${lines.join(', ')}${count > lines.length ? ', ...' : ''}`
        return count === 1
          ? `1 number in ${name} cannot be read (${at}): it is unknown.`
          : `${whole.format(count)} numbers in ${name} cannot be read (${at}): they are unknown.`
      }),
  }
}
