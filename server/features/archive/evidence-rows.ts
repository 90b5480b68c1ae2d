import type { Evidence } from '#scoring/score-post.ts'

type EvidenceRow = [Evidence['signal'], Evidence['field'], start: number, end: number, points: number]

/** Evidence as the archive stores it: rows without field names, a third of the size. */
export function writeEvidence(evidence: readonly Evidence[]): EvidenceRow[] {
  return evidence.map(({ signal, field, start, end, points }) => [signal, field, start, end, points])
}

/** Only `writeEvidence` fills the column, so its rows are trusted: parsing thousands a search would cost more than the search. */
export function readEvidence(stored: unknown): Evidence[] {
  return (stored as EvidenceRow[]).map(([signal, field, start, end, points]) => ({
    signal,
    field,
    start,
    end,
    points,
  }))
}
