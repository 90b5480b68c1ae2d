import { setTimeout as sleep } from 'node:timers/promises'
import { IndexWriter } from './follow-archive.ts'
import type { IndexedPostsStore } from './indexed-posts-store.ts'

/** How often the log of changes is read. A post can be found within a second after it was stored. */
const readEveryMs = 250
const retryMs = 2_000
const cleanEveryMs = 3_600_000
/** More posts at once are left to `catchUpIndex`. */
const mostPosts = 20_000

type IndexParts = { store: IndexedPostsStore; dataDir: string }
type KeepIndex = IndexParts & {
  warn: (message: string, cause: unknown) => void
  mostPosts?: number | undefined
}

/**
 * Keeps the index up to date until `signal` aborts. After a failure it starts again from the files. Returns
 * early if there are too many posts to read: `catchUpIndex` has to run first.
 */
export async function keepIndex(keeping: KeepIndex, signal: AbortSignal): Promise<void> {
  const { store, dataDir, warn, mostPosts: most = mostPosts } = keeping
  while (!signal.aborted) {
    const writer = new IndexWriter(store, dataDir, { mostPosts: most })
    try {
      await writer.open(signal)
      for (let cleanedAt = 0; !writer.isLeft; ) {
        if (!(await writer.follow(signal))) await sleep(readEveryMs, undefined, { signal })
        if (Date.now() - cleanedAt < cleanEveryMs) continue
        cleanedAt = Date.now()
        await store.deleteOldChanges()
      }
      return
    } catch (error) {
      if (signal.aborted) return
      warn('The search index does not follow the archive at the moment', error)
      await sleep(retryMs, undefined, { signal }).catch(() => {})
    } finally {
      await writer.close()
    }
  }
}

/** Builds the index if necessary, and applies all changes up to now. */
export async function catchUpIndex({ store, dataDir }: IndexParts, signal: AbortSignal): Promise<void> {
  const writer = new IndexWriter(store, dataDir)
  try {
    await writer.open(signal)
    await writer.follow(signal)
  } finally {
    await writer.close()
  }
}
