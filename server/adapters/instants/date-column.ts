import { type DateReading, pastReadings, readDateCell } from './read-instant.ts'
import { type DateOrder, dateOrders } from './written-date.ts'

const names: Readonly<Record<DateOrder, string>> = {
  'day-month-year': 'day first',
  'month-day-year': 'month first',
  'year-month-day': 'year first',
}

const whole = new Intl.NumberFormat('en-US')

/**
 * The default order of ambiguous dates: day first with periods and dashes, month first with slashes or a
 * 12-hour clock.
 */
const usualOrder = (mark: string, cell: string): DateOrder =>
  mark === '/' || /[ap]\.?\s?m\b/iu.test(cell) ? 'month-day-year' : 'day-month-year'

/** Only short cells are shown as examples, because a cell of several words is not only a date. */
const mostExample = 40

function countIn<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Collects all dates of a column before any of them is interpreted. */
export function openDateColumn(now: Date) {
  /** For each set of valid orders, the number of dates that are valid only in these orders. */
  const decisive = new Map<string, number>()
  const usual = new Map<DateOrder, number>()
  const seen = { decisive: '', open: '' }
  let days = 0
  let others = 0

  function votesFor(order: DateOrder): number {
    return [...decisive].reduce((sum, [orders, count]) => sum + (orders.includes(order) ? count : 0), 0)
  }

  function notesOf([order, next]: readonly DateOrder[]): string[] {
    const example = seen.decisive || seen.open
    if (example === '' || order === undefined || next === undefined) return []
    const sentence = `Dates such as ${example} are read ${names[order]}`
    const isTie = votesFor(order) === votesFor(next)
    const odd = [...decisive].reduce((sum, [orders, count]) => sum + (orders.includes(order) ? 0 : count), 0)
    if (odd === 0)
      return [isTie ? `${sentence}; none of them shows the order of day and month.` : `${sentence}.`]
    const others = `${whole.format(odd)} of them cannot be, and ${odd === 1 ? 'is' : 'are'} read otherwise`
    return [
      isTie
        ? `${sentence}; ${others}: they contradict each other, so ambiguous dates are guesses.`
        : `${sentence}; ${others}.`,
    ]
  }

  return {
    add(value: unknown): void {
      const read = readDateCell(value)
      if (read === null) return
      if ('days' in read) days += 1
      else others += 1
      if (!('readings' in read)) return
      const example = read.written.length <= mostExample ? read.written : ''
      const orders = pastReadings(read.readings, now).map(([order]) => order)
      countIn(usual, usualOrder(read.mark, read.written))
      if (orders.length < read.among) {
        seen.decisive ||= example
        countIn(decisive, orders.join(' '))
      } else seen.open ||= example
    },

    decide(): DateReading {
      const orders = dateOrders.toSorted(
        (one, other) => votesFor(other) - votesFor(one) || (usual.get(other) ?? 0) - (usual.get(one) ?? 0),
      )
      return { orders, spreadsheetDays: days > 0 && others === 0, notes: notesOf(orders) }
    },
  }
}
