import { join } from 'node:path'
import { indexFolder, readManifest } from '#server/features/archive/find/index/index-generations.ts'
import { openSegment } from '#server/features/archive/find/index/open-segment.ts'
import { readRecord } from '#server/features/archive/find/index/read-record.ts'

/** All data of an index about each post, by id, however the index is divided into segments. */
export async function readWholeIndex(dataDir: string): Promise<Map<number, unknown>> {
  const folder = indexFolder(dataDir)
  const posts = new Map<number, unknown>()
  for (const name of readManifest(folder)?.segments ?? []) {
    const segment = await openSegment(join(folder, name))
    const { terms, communities } = segment
    const every = Uint32Array.from(terms.high, (_, at) => at)
    const inLists = Map.groupBy(
      [...every].flatMap((term) => [...segment.listPosts(term)].map((post) => ({ term, post }))),
      ({ post }) => post,
    )
    for (const id of segment.replaced) posts.delete(id)
    for (const [post, id] of segment.posts.ids.entries()) {
      const held = readRecord(segment.readRecord(post), { terms: every, slots: every, count: every.length })
      const hashOf = (term: number) => `${terms.high[term]} ${terms.low[term]}`
      posts.set(id, {
        createdAt: segment.posts.createdAt[post],
        community: communities[segment.posts.communities[post] ?? -1],
        score: segment.posts.scores[post],
        size: segment.posts.sizes[post],
        flags: segment.posts.flags[post],
        signals: segment.signals
          .filter((_, at) => ((segment.posts.signals[post] ?? 0) & (1 << at)) !== 0)
          .sort(),
        words: held.flatMap((positions, term) => (positions === null ? [] : [[hashOf(term), positions]])),
        lists: (inLists.get(post) ?? []).map(({ term }) => hashOf(term)),
      })
    }
    await segment.close()
  }
  return posts
}
