import type { Evidence } from '#contract/search.ts'

type EvidenceRow = [
  signal: string,
  field: Evidence['field'],
  start: number,
  end: number,
  points: number,
  words?: string,
]

/** Evidence as the archive stores it: rows without field names, a third of the size. */
export function writeEvidence(evidence: readonly Evidence[]): EvidenceRow[] {
  return evidence.map(({ signal, field, start, end, points, words }) =>
    words === undefined ? [signal, field, start, end, points] : [signal, field, start, end, points, words],
  )
}

/** Only `writeEvidence` fills the column, so its rows are trusted: parsing thousands a search would cost more than the search. */
export function readEvidence(stored: unknown): Evidence[] {
  return (stored as EvidenceRow[]).map(([signal, field, start, end, points, words]) =>
    words === undefined
      ? { signal, field, start, end, points }
      : { signal, field, start, end, points, words },
  )
}
