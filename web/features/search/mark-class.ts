import { clsx } from 'clsx'
import type { Evidence } from '#contract/search.ts'

/** Words without points only tell a signal, be it one for a post or one against it. */
export function markClass(evidence: readonly Evidence[]): string {
  const counted = evidence.filter((span) => span.points !== 0)
  if (counted.length === 0) return 'mark-told'
  const points = counted.reduce((sum, span) => sum + span.points, 0)
  const isFaint = counted.every((span) => span.signal === 'wording')
  return clsx(points < 0 ? 'mark-against' : 'mark-for', isFaint && 'mark-faint')
}
