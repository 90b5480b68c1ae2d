import type { PostLimits } from '../post-limit-rows.ts'
import type { Place } from './compare-places.ts'
import type { Segment } from './open-segment.ts'
import { flags, otherSignals } from './segment-format.ts'

export type PlaceLimits = PostLimits & { samples: boolean }

/**
 * The bits of these signals, or null if no signals are required. Throws if the segment has too many different
 * signals to distinguish them.
 */
function bitsOf({ signals }: Segment, names: readonly string[] | undefined): number | null {
  if (names === undefined) return null
  if (signals.includes(otherSignals)) throw new Error('A segment of the index does not know all its signals')
  return names.reduce(
    (bits, name) => (signals.includes(name) ? bits | (1 << signals.indexOf(name)) : bits),
    0,
  )
}

/** The limits, converted to the community numbers, signal bits and times of one segment. */
function limitsIn(segment: Segment, { communities, filters = {} }: PlaceLimits) {
  const { sources, notSources, signals, notSignals, after, before } = filters
  const names = communities === null ? null : new Set(communities)
  const allowed = segment.communities.map(
    ({ source, lower }) =>
      names?.has(lower) !== false &&
      sources?.includes(source) !== false &&
      notSources?.includes(source) !== true,
  )
  return {
    allowed,
    isAnywhere: allowed.every(Boolean),
    wanted: bitsOf(segment, signals),
    unwanted: bitsOf(segment, notSignals) ?? 0,
    from: after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(after),
    until: before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before),
  }
}

/**
 * Returns a test for the limits of a search, except its words and its lowest score. `post-limit-rows.ts` is
 * the same test in SQL.
 */
export function placeFilter(limits: PlaceLimits): (place: Place) => boolean {
  const known = new Map<Segment, ReturnType<typeof limitsIn>>()
  return ({ segment, post }) => {
    const { posts } = segment
    if ((((posts.flags[post] as number) & flags.sample) !== 0) !== limits.samples) return false
    const own = known.get(segment) ?? limitsIn(segment, limits)
    known.set(segment, own)
    const signals = posts.signals[post] as number
    const createdAt = posts.createdAt[post] as number
    return (
      (own.isAnywhere || own.allowed[posts.communities[post] as number] === true) &&
      (own.wanted === null || (signals & own.wanted) !== 0) &&
      (signals & own.unwanted) === 0 &&
      createdAt >= own.from &&
      createdAt < own.until
    )
  }
}
