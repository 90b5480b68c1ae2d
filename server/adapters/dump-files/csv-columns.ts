/** Columns a reader cannot do without: of each group, one name has to be in the header. */
export type NeededColumns = readonly (readonly string[])[]

const idColumns = ['id', 'name', 'objectID'] as const
const textColumns = ['selftext', 'body', 'text'] as const
const dateColumns = [
  'created_utc',
  'created_at',
  'createdAt',
  'created',
  'date',
  'time',
  'timestamp',
] as const

export const importColumns: NeededColumns = [idColumns, ['title'], dateColumns]
export const scoreColumns: NeededColumns = [idColumns, ['title', ...textColumns]]

/** The sentence that says which columns are missing, or null when none is. */
export function missingColumns(header: readonly string[], needed: NeededColumns): string | null {
  const missing = needed.filter((names) => !names.some((name) => header.includes(name)))
  if (missing.length === 0) return null
  const list = missing.map((names) =>
    names.length === 1 ? `${names[0]}` : `${names[0]} (or ${names.slice(1).join(', ')})`,
  )
  const found = header.filter((name) => name !== '').slice(0, 20)
  return `has no column ${list.join(', no column ')}; its columns are: ${found.join(', ') || 'none'}.`
}
