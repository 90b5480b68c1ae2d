import { textArray } from '#server/database/binary-array.ts'
import { type SQL, sql } from '#server/database/drizzle.ts'
import type { StoredScore } from '#server/matching/result-summary-rules.ts'
import type { VectorColumns } from './vector-builder-store.ts'

/** Columns of rows that go to the database, each with its type and its value as text. */
export type SentColumns<R> = Readonly<Record<string, { type: string; write: (row: R) => string | null }>>

const column = <R>(type: string, write: (row: R) => string | null) => ({ type, write })
const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

/** Signals are plain words, so none of them needs quotes. */
const textsOf = (signals: readonly string[]) => `{${signals.join(',')}}`

export const scoreColumns: SentColumns<StoredScore> = {
  opportunity_score: column('smallint', ({ opportunityScore }) => String(opportunityScore)),
  signals: column('text[]', ({ signals }) => textsOf(signals)),
  persona: column('text', ({ persona }) => persona),
  summary: column('text', ({ summary }) => JSON.stringify(summary)),
  excerpt: column('text', ({ excerpt }) => excerpt),
  excerpt_start: column('integer', ({ excerptStart }) => String(excerptStart)),
  text_characters: column('integer', ({ textCharacters }) => String(textCharacters)),
  reason: column('json', ({ reason }) => json(reason)),
  language: column('text', ({ language = null }) => language),
}

/** The same columns for larger objects. `partOf` returns the part that has the columns. */
export function columnsWithin<R, Part>(columns: SentColumns<Part>, partOf: (row: R) => Part): SentColumns<R> {
  const within = Object.entries(columns).map(([name, { type, write }]) => {
    const writePart = (row: R) => write(partOf(row))
    return [name, { type, write: writePart }] as const
  })
  return Object.fromEntries(within)
}

/**
 * The table `came` of a statement, with `vector` and `forms` (see `storedIfEnglish`). Each column is one
 * array, because PostgreSQL takes longer to read JSON than to store the rows. Throws ArchiveWriteError.
 */
export function sentRows<R>(
  rows: readonly R[],
  columns: SentColumns<R>,
  { vectors, forms }: VectorColumns,
): SQL {
  const names = Object.keys(columns)
  const arrays = Object.values(columns).map(({ write }) => sql`${textArray(rows.map(write))}::text[]`)
  const all = [sql`${vectors}::tsvector[]`, sql`${textArray(forms)}::text[]`, ...arrays]
  const typed = Object.entries(columns).map(([name, { type }]) => `"${name}"::${type}`)
  const listed = names.map((name) => `"${name}"`)
  return sql`(
    select vector, forms::json as forms, ${sql.raw(typed.join(', '))}
    from unnest(${sql.join(all, sql.raw(', '))}) as sent(vector, forms, ${sql.raw(listed.join(', '))})
  ) as came`
}
