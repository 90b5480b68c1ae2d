import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { withExclusiveLock } from '#server/database/exclusive-lock.ts'
import { openPool, poolLimits } from '#server/database/open-pool.ts'
import type { addressOf } from '#server/database/probe-database.ts'
import { indexFolder } from '#server/features/archive/find/index/index-generations.ts'
import {
  type IndexedPostsStore,
  makeIndexedPostsStore,
} from '#server/features/archive/find/index/indexed-posts-store.ts'

/** The archive to index, and the folder of the index. */
export type IndexPlace = {
  address: ReturnType<typeof addressOf>
  dataDir: string
  mostPosts: number | undefined
}

type Parts = { store: IndexedPostsStore; dataDir: string }

/** Runs `work` while no other process with the same data folder writes the index. */
export async function writeIndex(
  { address, dataDir }: IndexPlace,
  work: (parts: Parts, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  mkdirSync(indexFolder(dataDir), { recursive: true })
  const pool = openPool(address, { ...poolLimits.command, connections: 1 })
  const parts = { store: makeIndexedPostsStore(pool), dataDir }
  await withExclusiveLock(join(dataDir, 'index.lock'), () => work(parts, signal), signal).catch(
    (error: unknown) => {
      if (!signal.aborted) throw error
    },
  )
  await pool.end()
}
