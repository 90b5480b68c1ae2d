import type { LabelledPost } from '../data/labelled-post.ts'

export const foldCount = 4

/**
 * The fold of each post. Whole communities are held out, so that no model that was trained on a community
 * judges its posts. For posts of today, whole collections with all their communities are held out. Gold posts
 * and posts of today are spread evenly. Other communities are assigned by their name.
 */
export function chooseFolds(posts: readonly LabelledPost[]): number[] {
  const unitOf = joinCollections(posts)
  const folds = new Map<string, number>()
  for (const kind of ['modern', 'gold'] as const) {
    const sizes = new Map<string, number>()
    for (const post of posts)
      if (post.kind === kind) sizes.set(unitOf(post), (sizes.get(unitOf(post)) ?? 0) + 1)
    spread(sizes, folds)
  }
  return posts.map((post) => folds.get(unitOf(post)) ?? nameHash(post.community) % foldCount)
}

/** Assigns each unit to the smallest fold, starting with the largest unit. */
function spread(sizes: ReadonlyMap<string, number>, folds: Map<string, number>): void {
  const loads = Array.from({ length: foldCount }, () => 0)
  const bySize = [...sizes].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
  for (const [unit, size] of bySize) {
    const fold = loads.indexOf(Math.min(...loads))
    loads[fold] = (loads[fold] ?? 0) + size
    folds.set(unit, fold)
  }
}

/**
 * The group that is held out together with a post. For a modern post, this is its collection and its community
 * and all that are linked with them; for any other post, this is its community.
 */
function joinCollections(posts: readonly LabelledPost[]): (post: LabelledPost) => string {
  const leaders = new Map<string, string>()
  const leaderOf = (name: string): string => {
    let at = name
    for (let next = leaders.get(at); next !== undefined; next = leaders.get(at)) at = next
    return at
  }
  const today = ({ community }: LabelledPost) => `today ${community.toLowerCase()}`
  for (const post of posts) {
    if (post.group === undefined) continue
    const [one, other] = [leaderOf(`group ${post.group}`), leaderOf(today(post))]
    if (one !== other) leaders.set(one, other)
  }
  return (post) => (post.group === undefined ? post.community.toLowerCase() : leaderOf(today(post)))
}

export function nameHash(name: string): number {
  let hash = 0
  for (const unit of name.toLowerCase()) hash = (Math.imul(hash, 31) + unit.charCodeAt(0)) >>> 0
  return hash
}
