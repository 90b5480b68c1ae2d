import { setTimeout as sleep } from 'node:timers/promises'
import { IndexWriter } from './follow-archive.ts'
import type { IndexedPostsStore } from './indexed-posts-store.ts'

/** How often the log of changes is read. A post can be found within a second after it was stored. */
const readEveryMs = 250
const retryMs = 2_000
const cleanEveryMs = 3_600_000

type KeepIndex = {
  store: IndexedPostsStore
  dataDir: string
  warn: (message: string, cause: unknown) => void
}

/**
 * Builds the index and follows the archive until `signal` aborts. After a failure it starts again from the
 * files. Returns early when it has built a large index: a new thread follows the archive with less memory.
 */
export async function keepIndex({ store, dataDir, warn }: KeepIndex, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const writer = new IndexWriter(store, dataDir)
    try {
      await writer.open(signal)
      for (let cleanedAt = 0; !writer.hasBuiltMuch; ) {
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
