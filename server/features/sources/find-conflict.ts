import { sourceLimits } from '#contract/admin-sources.ts'
import type { SourceIdentity } from '#server/ports.ts'
import type { SourceStore } from './source-store.ts'

export type FindConflict = { store: Pick<SourceStore, 'findSame' | 'listSources'> }

export async function findConflict(
  { store }: FindConflict,
  identity: SourceIdentity,
): Promise<string | null> {
  const same = await store.findSame(identity)
  if (same !== null) {
    const how = same.kind === identity.kind ? '' : ` as a source of another kind (${same.kind})`
    const more = identity.communities.length === 0 ? '' : ' What is read of it can be changed in the list.'
    return `${same.title} is here already${how}.${more}`
  }
  const here = (await store.listSources()).filter(({ removedAt }) => removedAt === null)
  const feeds = here.filter(({ kind }) => kind === 'feed').length
  if (identity.kind === 'feed' && feeds >= sourceLimits.feedsMost)
    return `There are ${sourceLimits.feedsMost} feeds already; remove one first.`
  if (identity.kind !== 'feed' && here.length - feeds >= sourceLimits.searchedMost)
    return `There are ${sourceLimits.searchedMost} sources already that every search asks; remove one first.`
  return null
}
