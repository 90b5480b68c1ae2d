import * as z from 'zod/mini'
import type { Evidence } from '#scoring/score-post.ts'
import { signals } from '#scoring/signal.ts'

const evidenceRow = z.tuple([z.enum(signals), z.enum(['title', 'selftext']), z.int(), z.int(), z.number()])
const evidenceRows = z.array(evidenceRow)
export type EvidenceRow = z.infer<typeof evidenceRow>

/** Evidence as the archive stores it: rows without field names, a third of the size. */
export function writeEvidence(evidence: readonly Evidence[]): EvidenceRow[] {
  return evidence.map(({ signal, field, start, end, points }) => [signal, field, start, end, points])
}

export function readEvidence(stored: unknown): Evidence[] {
  return z
    .parse(evidenceRows, stored)
    .map(([signal, field, start, end, points]) => ({ signal, field, start, end, points }))
}
