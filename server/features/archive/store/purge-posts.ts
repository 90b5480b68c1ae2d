import type { Clock } from '#server/clock.ts'
import type { DeletionStore, PostKey } from './deletion-store.ts'

export type PurgePosts = {
  store: DeletionStore
  /** Deletes posts from the archive, in the transaction that stores their tombstones. */
  removePosts: (
    keys: readonly PostKey[],
    inside: Parameters<Parameters<DeletionStore['purge']>[2]>[0],
  ) => Promise<number>
  clock: Clock
}

const keysAtOnce = 500

/**
 * Purges a post. The id of a post is kept, so that the post is never stored again. Returns how many of the
 * posts were stored here.
 */
export async function purgePosts(deps: PurgePosts, keys: readonly PostKey[]): Promise<number> {
  let removed = 0
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const some = keys.slice(from, from + keysAtOnce)
    removed += await deps.store.purge(some, deps.clock(), (inside) => deps.removePosts(some, inside))
  }
  return removed
}

export const purgeHelp = `npm run posts:purge -- ID...

Takes posts out of the archive at once and for good: searches, saved results and exports lose them, and no
import, scan or search brings them back. An ID is SOURCE:ID, such as hacker-news:123 or forum.example.com:123, or the id alone, with or
without the t3_ of Reddit. With a source, a post that is not stored here is blocked as well.

Exit codes: 0 done, 1 failed, 2 no id or not an id, 3 an id that no post here has`

export type WantedPost = { given: string; source: string | null; sourceId: string }

/** Undefined for an invalid id. */
export function readPostId(given: string): WantedPost | undefined {
  const [, source = null, prefix = '', sourceId = ''] =
    /^(?:([a-z0-9][a-z0-9.-]{0,99}):)?(t3_)?([\x21-\x7e]{1,100})$/u.exec(given) ?? []
  if (sourceId === '') return undefined
  return { given, source: source ?? (prefix === '' ? null : 'reddit'), sourceId }
}

type PurgeCommand = PurgePosts & { print: (line: string) => void }

/** Purges the given ids and reports on each. Returns how many of the ids were unknown. */
export async function purgeWanted(deps: PurgeCommand, wanted: readonly WantedPost[]): Promise<number> {
  const found = await deps.store.findKeys(wanted.map(({ sourceId }) => sourceId))
  let unknown = 0
  for (const { given, source, sourceId } of wanted) {
    const stored = found.filter((key) => key.sourceId === sourceId)
    const keys = source === null ? stored : [{ source, sourceId }]
    if (keys.length === 0) {
      unknown += 1
      deps.print(`${given}: no stored post has this id; with a source prefix it would be blocked`)
    }
    for (const key of keys) deps.print(`${given}: ${await purgeOne(deps, key, stored)}`)
  }
  return unknown
}

/** Names stored posts with the same id, in case the source is mistyped. */
async function purgeOne(deps: PurgeCommand, key: PostKey, sameId: readonly PostKey[]): Promise<string> {
  const { purged } = await deps.store.findKnown([key])
  if ((await purgePosts(deps, [key])) > 0)
    return `purged, ${key.source}:${key.sourceId} will not be stored again`
  if (purged.length > 0) return 'was purged before'
  const others = sameId
    .filter(({ source }) => source !== key.source)
    .map((one) => `${one.source}:${one.sourceId}`)
  const hint = others.length === 0 ? '' : `; stored with this id: ${others.join(', ')}`
  return `was not stored, and will not be stored${hint}`
}
