import { type DateOrder, dateOrders, isLikely, readWrittenDate, type WrittenDate } from './written-date.ts'

/** How to read the dates of a column: the possible orders of day and month, the likeliest first. */
export type DateReading = {
  orders: readonly DateOrder[]
  /** Integers are the day numbers of a spreadsheet. */
  spreadsheetDays: boolean
  /** Notes for people, as sentences. There are none if no date is ambiguous. */
  notes: readonly string[]
}

const secondsFrom = 1e11
const microsecondsFrom = 1e14
const nanosecondsFrom = 1e17

/** Unix time in seconds, or in smaller units if the number is too large for seconds. */
function unixMs(value: number): number {
  if (value < secondsFrom) return Math.round(value * 1000)
  if (value < microsecondsFrom) return Math.round(value)
  return Math.round(value / (value < nanosecondsFrom ? 1e3 : 1e6))
}

const isNumeral = (text: string) => /^\d{1,20}(?:\.\d{1,12})?(?:e\+?\d{1,2})?$/iu.test(text)

/** Days since the end of 1899, from 1990 to 2099. As Unix time, these numbers would be times in 1970. */
const isSpreadsheetDay = (value: number) => value >= 32_874 && value < 73_051
const spreadsheetMs = (days: number) => Math.round((days - 25_569) * 86_400) * 1000

/**
 * The date in a cell, as far as the cell alone determines it. An integer may be the day number of a
 * spreadsheet.
 */
export type DateCell = WrittenDate | { days: number }

/** `/Date(1741944413000+0100)/`, as older .NET services write Unix time. The offset does not change the instant. */
const ofDotNet = /^\\?\/Date\((\d{9,14})(?:[+-]\d{4})?\)\\?\/$/u

export function readDateCell(value: unknown): DateCell | null {
  const given = typeof value === 'string' ? value.trim() : value
  const text = typeof given === 'string' ? (ofDotNet.exec(given)?.[1] ?? given) : given
  if (typeof text === 'string' && !isNumeral(text)) return readWrittenDate(text)
  if (typeof text !== 'string' && typeof text !== 'number') return null
  const number = Number(text)
  const ms = unixMs(number)
  if (isLikely(ms)) return { ms }
  if (isSpreadsheetDay(number)) return { days: number }
  const digits = /^(\d{8})(\d{4}(?:\d\d)?)?$/u.exec(String(text))
  return digits === null ? null : readWrittenDate(digits.slice(1).join(' ').trim())
}

const aheadMs = 2 * 86_400_000

/** Texts are from the past, so interpretations in the future are removed, unless no others exist. */
export function pastReadings(readings: Partial<Record<DateOrder, number>>, now: Date): [DateOrder, number][] {
  const all = dateOrders.flatMap((order): [DateOrder, number][] => {
    const ms = readings[order]
    return ms === undefined ? [] : [[order, ms]]
  })
  const past = all.filter(([, ms]) => ms <= now.getTime() + aheadMs)
  return past.length === 0 ? all : past
}

/** Whether the date is ambiguous without the other dates of its column. */
export const isOpenDate = (cell: DateCell, now: Date) =>
  !('ms' in cell) &&
  ('days' in cell || new Set(pastReadings(cell.readings, now).map(([, ms]) => ms)).size > 1)

/**
 * An instant from Unix time or a written date. Dates without a zone are UTC. Null if the date is uncertain.
 */
export const readInstant = (value: unknown, reading: DateReading | null, now: Date): Date | null =>
  settleDate(readDateCell(value), reading, now)

/** The instant of a parsed cell. */
export function settleDate(read: DateCell | null, reading: DateReading | null, now: Date): Date | null {
  if (read === null) return null
  if ('ms' in read) return new Date(read.ms)
  if ('days' in read) return reading?.spreadsheetDays === true ? new Date(spreadsheetMs(read.days)) : null
  const readings = new Map(pastReadings(read.readings, now))
  if (new Set(readings.values()).size === 1) return new Date([...readings.values()][0] ?? Number.NaN)
  const order = reading?.orders.find((one) => readings.has(one))
  return order === undefined ? null : new Date(readings.get(order) ?? Number.NaN)
}
