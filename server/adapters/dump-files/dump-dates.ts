import { openDateColumn } from '../instants/date-column.ts'
import { type DateReading, isOpenDate, readDateCell, settleDate } from '../instants/read-instant.ts'
import { fieldOf } from './column-names.ts'
import type { DumpRow } from './dump-row.ts'
import type { RawPost } from './raw-post.ts'

/** The date fields of a row, the most reliable first. */
const dateFields = [
  'created_utc',
  'created_at_i',
  'created_at',
  'createdAt',
  'created',
  'date',
  'time',
  'timestamp',
] as const
type DateField = (typeof dateFields)[number]

/** How the dates of a file are read, by column. */
export type DumpDates = ReadonlyMap<DateField, DateReading>

/** For files in which no date is ambiguous. */
export const noDates: DumpDates = new Map()

const earliestMs = Date.UTC(2000, 0, 1)

export function findDate(raw: RawPost, dates: DumpDates, now: Date): Date | null {
  for (const field of dateFields) {
    const date = settleDate(raw[field], dates.get(field) ?? null, now)
    if (date !== null && date.getTime() >= earliestMs) return date
  }
  return null
}

const isDateField = (field: string | null): field is DateField => dateFields.includes(field as DateField)

function* datesIn(row: DumpRow): Generator<[DateField, unknown]> {
  if (!('value' in row) || typeof row.value !== 'object' || row.value === null) return
  for (const [name, value] of Object.entries(row.value)) {
    const field = fieldOf(name)
    if (isDateField(field)) yield [field, value]
  }
}

/** Whether a date of this row cannot be interpreted without the other rows of the file. */
export function hasOpenDate(row: DumpRow, now: Date): boolean {
  for (const [, value] of datesIn(row)) {
    const cell = readDateCell(value)
    if (cell !== null && isOpenDate(cell, now)) return true
  }
  return false
}

/** Collects the dates of all rows before any date is interpreted. */
export function openDumpDates(now: Date) {
  const columns = new Map<DateField, ReturnType<typeof openDateColumn>>()
  return {
    add(row: DumpRow): void {
      for (const [field, value] of datesIn(row)) {
        const column = columns.get(field) ?? openDateColumn(now)
        columns.set(field, column)
        column.add(value)
      }
    },
    decide: (): DumpDates => new Map([...columns].map(([field, column]) => [field, column.decide()])),
  }
}
