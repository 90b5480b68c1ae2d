import { communityPersonas, mixedCommunityPersonas } from '#scoring/community-personas.ts'
import type { SparseRow } from './scoring-rows.ts'

/** A community with fewer judged posts has no weight of its own. */
const leastPosts = 60
const penalty = 3

/** Only communities of a trade or a tool, which say what a post is about, may weigh: never what somebody is. */
const mayWeigh = new Set(
  [...Object.keys(communityPersonas), ...Object.keys(mixedCommunityPersonas)].map((name) =>
    name.toLowerCase(),
  ),
)

/** The communities of posts to learn from as features from number `from` on, one for each that may weigh. */
export function communityFeatures(posts: readonly { community: string }[], from: number) {
  const counts = new Map<string, number>()
  for (const post of posts) counts.set(nameOf(post), (counts.get(nameOf(post)) ?? 0) + 1)
  const names = [...mayWeigh].filter((name) => (counts.get(name) ?? 0) >= leastPosts).sort()
  const featureOf = new Map(names.map((name, at) => [name, from + at]))

  function addCommunity({ features, values }: SparseRow, post: { community: string }): SparseRow {
    const feature = featureOf.get(nameOf(post))
    if (feature === undefined) return { features, values }
    const added = {
      features: new Int32Array(features.length + 1),
      values: new Float64Array(values.length + 1),
    }
    added.features.set(features)
    added.features[features.length] = feature
    added.values.set(values)
    added.values[values.length] = 1
    return added
  }

  /** By name what was learned of each. */
  function weightsByName(weights: Float64Array): Map<string, number> {
    return new Map(names.map((name, at) => [name, weights[from + at] ?? 0]))
  }

  return { addCommunity, weightsByName, penalties: names.map(() => penalty) }
}

/** Communities are named in any case. */
function nameOf({ community }: { community: string }): string {
  return community.toLowerCase()
}
