import { fieldOf } from './column-names.ts'

/** Columns a reader cannot do without: of each group, one has to be in the header under any of its names. */
export type NeededColumns = readonly (readonly string[])[]

const idColumns = ['id', 'name', 'objectID', 'permalink', 'url'] as const
const textColumns = ['selftext', 'body', 'text'] as const
const dateColumns = [
  'created_utc',
  'created_at',
  'createdAt',
  'created_at_i',
  'created',
  'date',
  'time',
  'timestamp',
] as const

export const importColumns: NeededColumns = [idColumns, ['title'], dateColumns]
export const scoreColumns: NeededColumns = [idColumns, ['title', ...textColumns]]

export function missingColumns(header: readonly string[], needed: NeededColumns): string | null {
  const fields = new Set<string | null>(header.map(fieldOf))
  const missing = needed.filter((names) => !names.some((name) => fields.has(name)))
  if (missing.length === 0) return null
  const list = missing.map((names) =>
    names.length === 1 ? `${names[0]}` : `${names[0]} (or ${names.slice(1).join(', ')})`,
  )
  const found = header.filter((name) => name !== '').slice(0, 20)
  return `has no column ${list.join(', no column ')}; its columns are: ${found.join(', ') || 'none'}.`
}
