import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { ArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { type StorePosts, storePosts } from '#server/features/archive/store/store-posts.ts'
import type { Post } from '#server/source-ports.ts'

const source = 'sample'
const starterFile = new URL('./starter-posts.ndjson', import.meta.url)

const starterPost = z.object({
  id: z.string(),
  community: z.string(),
  title: z.string(),
  selftext: z.string(),
  score: z.nullable(z.int()),
  comments: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
})
/** A line of the starter collection. The instant is in ISO 8601. */
export type StarterPost = z.infer<typeof starterPost>

export type LoadStarterCollection = StorePosts & { store: Pick<ArchiveStore, 'listSourceIds'> }

/**
 * Makes the archive contain the starter collection of this version: adds missing posts and removes old ones.
 */
export async function loadStarterCollection(deps: LoadStarterCollection, file: URL = starterFile) {
  const posts = readStarterPosts(await readFile(file, 'utf8'))
  const present = new Set(posts.map((post) => post.sourceId))
  const stored = await deps.store.listSourceIds(source)
  const deleted = stored
    .filter((sourceId) => !present.has(sourceId))
    .map((sourceId) => ({ source, sourceId }))
  return storePosts(deps, posts, { deleted, ours: true })
}

function readStarterPosts(text: string): Post[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { id, score, createdAt, ...rest } = z.parse(starterPost, JSON.parse(line))
      return {
        ...rest,
        source,
        sourceId: id,
        url: null,
        upvotes: score,
        createdAt: new Date(createdAt),
        sample: true,
      }
    })
}
