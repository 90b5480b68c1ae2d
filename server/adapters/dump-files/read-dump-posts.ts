import { type DumpDates, hasOpenDate, noDates, openDumpDates } from './dump-dates.ts'
import { DumpError, type DumpRow } from './dump-row.ts'
import { countJoinedRows } from './joined-rows.ts'
import type { Dump } from './open-dump.ts'
import { type PostRow, readPost } from './read-post.ts'
import { sourceInName } from './row-source.ts'
import { countUnreadCounts } from './unread-counts.ts'
import { countUnreadTexts } from './unread-texts.ts'

/**
 * A pipe cannot be read twice, so this many of its rows determine the order of day and month in its dates.
 */
const mostHeld = 5000

type ReadDump = Pick<Dump, 'name' | 'rows' | 'again'>

/** Collects the dates of all readable rows. Errors are reported later, when the posts are read. */
async function lookAtAll(rows: AsyncIterable<DumpRow>, now: Date): Promise<DumpDates> {
  const dates = openDumpDates(now)
  try {
    for await (const row of rows) dates.add(row)
  } catch (error) {
    if (!(error instanceof DumpError)) throw error
  }
  return dates.decide()
}

const firstOrders = (dates: DumpDates) => [...dates.values()].map(({ orders }) => orders[0]).join()

/**
 * The rows, each with the date formats of the file. If a date is ambiguous, reads the dates of all rows
 * first; if the file is a pipe, only those of the next rows.
 */
async function* rowsWithDates(dump: ReadDump, now: Date, onDates: (dates: DumpDates) => void) {
  const rows = dump.rows()[Symbol.asyncIterator]()
  const piped = dump.again === null ? openDumpDates(now) : null
  let dates: DumpDates | null = null
  for await (const row of { [Symbol.asyncIterator]: () => rows }) {
    piped?.add(row)
    const held = [row]
    if (dates === null && hasOpenDate(row, now)) {
      while (piped !== null && held.length < mostHeld) {
        const next = await rows.next()
        if (next.done === true) break
        held.push(next.value)
        piped.add(next.value)
      }
      dates = piped?.decide() ?? (await lookAtAll(dump.again?.() ?? dump.rows(), now))
      onDates(dates)
    }
    for (const one of held) yield { row: one, dates: dates ?? noDates }
  }
  if (piped !== null && dates !== null && firstOrders(piped.decide()) !== firstOrders(dates))
    throw new DumpError(
      `${dump.name} has dates in another order after its first ${mostHeld} rows, which determined how dates were read. Import it as a file, not through a pipe.`,
    )
}

type Options = { now?: Date; onRow?: (row: DumpRow) => void }

/** The posts of a dump, with notes about how they were read. `notes` are complete when the posts end. */
export function readDumpPosts(dump: ReadDump, { now = new Date(), onRow }: Options = {}) {
  const fileSource = sourceInName(dump.name)
  const texts = countUnreadTexts()
  const counts = countUnreadCounts()
  const joins = countJoinedRows()
  let dates: DumpDates = noDates
  async function* rows(): AsyncGenerator<PostRow> {
    const onDates = (decided: DumpDates) => {
      dates = decided
    }
    for await (const { row, dates } of rowsWithDates(dump, now, onDates)) {
      onRow?.(row)
      const read = readPost(row, { now, fileSource, dates })
      if (read.kind === 'post') {
        texts.add(row, read.post.selftext)
        counts.add(row)
        joins.add(row)
      }
      yield read
    }
  }
  return {
    rows: rows(),
    notes: () => [
      ...[...dates.values()].flatMap(({ notes }) => notes),
      ...[texts, counts, joins].flatMap((one) => one.notes()),
    ],
  }
}
