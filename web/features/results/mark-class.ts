import type { Evidence } from '#contract/search.ts'

/** A sentence without points only shows a signal, be it one for a post or one against it. */
export function markClass(evidence: readonly Evidence[]): string {
  const counted = evidence.filter((span) => span.points !== 0)
  if (counted.length === 0) return 'mark-told'
  return counted.reduce((sum, span) => sum + span.points, 0) < 0 ? 'mark-against' : 'mark-for'
}
