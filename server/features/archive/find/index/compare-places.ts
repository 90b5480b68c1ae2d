import type { Segment } from './open-segment.ts'

export type Place = { segment: Segment; post: number }

/** Sorts best first, as in each segment. */
export function comparePlaces(a: Place, b: Place): number {
  const [one, other] = [a.segment.posts, b.segment.posts]
  return (
    (other.scores[b.post] as number) - (one.scores[a.post] as number) ||
    (other.createdAt[b.post] as number) - (one.createdAt[a.post] as number) ||
    (one.ids[a.post] as number) - (other.ids[b.post] as number)
  )
}
