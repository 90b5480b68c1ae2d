import type { LabelledPost } from '../data/labelled-post.ts'

/**
 * The fold of each post: whole communities are held out, so that nothing is judged by the manners of a community that
 * was learned from. Gold posts are spread evenly; other communities follow their names.
 */
export function communityFolds(posts: readonly LabelledPost[], count: number): number[] {
  const gold = new Map<string, number>()
  for (const { kind, community } of posts)
    if (kind === 'gold') gold.set(community.toLowerCase(), (gold.get(community.toLowerCase()) ?? 0) + 1)
  const loads = Array.from({ length: count }, () => 0)
  const folds = new Map<string, number>()
  const bySize = [...gold].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
  for (const [community, size] of bySize) {
    const fold = loads.indexOf(Math.min(...loads))
    loads[fold] = (loads[fold] ?? 0) + size
    folds.set(community, fold)
  }
  return posts.map(({ community }) => folds.get(community.toLowerCase()) ?? nameHash(community) % count)
}

function nameHash(name: string): number {
  let hash = 0
  for (const unit of name.toLowerCase()) hash = (Math.imul(hash, 31) + unit.charCodeAt(0)) >>> 0
  return hash
}
