import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { withExclusiveLock } from '#server/database/exclusive-lock.ts'
import { openPool, poolLimits } from '#server/database/open-pool.ts'
import { indexFolder } from '#server/features/archive/find/index/index-generations.ts'
import { makeIndexedPostsStore } from '#server/features/archive/find/index/indexed-posts-store.ts'
import { keepIndex } from '#server/features/archive/find/index/keep-index.ts'
import type { IndexThreadData, IndexThreadSays } from './wire-index.ts'

// Updates the index in a thread of its own, so that no request waits for it.

const { address, dataDir } = workerData as IndexThreadData
const say = (said: IndexThreadSays) => parentPort?.postMessage(said)
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())

const folder = indexFolder(dataDir)
mkdirSync(folder, { recursive: true })
const pool = openPool(address, { ...poolLimits.command, connections: 1 })
const keeping = {
  store: makeIndexedPostsStore(pool),
  dataDir,
  warn: (message: string, cause: unknown) =>
    say({ message, cause: cause instanceof Error ? cause.message : String(cause) }),
}
// Another process with the same data folder may be writing the index.
await withExclusiveLock(
  join(dataDir, 'index.lock'),
  () => keepIndex(keeping, stopping.signal),
  stopping.signal,
).catch((error: unknown) => {
  if (!stopping.signal.aborted) throw error
})
await pool.end()
parentPort?.close()
