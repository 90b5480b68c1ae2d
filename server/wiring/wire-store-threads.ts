import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { shippedMatchers } from '#scoring/shipped-scorer.ts'
import { openLine } from '#server/adapters/processes/open-line.ts'
import { inheritEnvironment } from '#server/config/config.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { addressOf } from '#server/database/probe-database.ts'
import { ArchiveWriteError } from '#server/errors.ts'
import type { PostKey } from '#server/features/archive/store/archive-store.ts'
import type { BatchCounts, StoreBatch } from '#server/features/archive/store/store-posts.ts'
import type { Post } from '#server/source-ports.ts'

export type StoreThreadData = {
  address: ReturnType<typeof addressOf>
  matchers: ReturnType<typeof shippedMatchers>
}
export type SentBatch = { posts: readonly Post[]; deleted: readonly PostKey[] }
/** The class of an error is lost between threads. */
export type BatchOutcome = { counts: BatchCounts } | { refused: Pick<ArchiveWriteError, 'code' | 'message'> }

/** While the database stores one batch, the thread scores another one. */
export const batchesOfThread = 2
/** With more threads, PostgreSQL is the limit. */
const mostThreads = 4

function openThread(workerData: StoreThreadData) {
  const thread = new Worker(new URL('./wire-store-thread.ts', import.meta.url), {
    workerData,
    name: 'store',
    env: inheritEnvironment({}),
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
  })
  const line = openLine(
    { send: (said) => thread.postMessage(said), on: (event, hear) => thread.on(event, hear) },
    () => null,
  )
  const ended = Promise.withResolvers<void>()
  let failure: Error | undefined
  thread.once('error', (error) => (failure = error as Error))
  thread.once('exit', () => {
    line.close()
    ended.resolve()
  })
  let open = 0
  return {
    open: () => open,
    async store(batch: SentBatch): Promise<BatchCounts> {
      open += 1
      try {
        const outcome = (await line.ask('store', batch)) as BatchOutcome
        if ('counts' in outcome) return outcome.counts
        throw new ArchiveWriteError(outcome.refused.code, outcome.refused.message)
      } catch (error) {
        throw failure ?? error
      } finally {
        open -= 1
      }
    },
    async close(): Promise<void> {
      await line.ask('end').catch(() => {})
      await thread.terminate()
      await ended.promise
    },
  }
}

/** Threads that score and store the posts of a command. A command on a single core does this itself. */
export function openStoreThreads({ pool }: Pick<OpenDatabase, 'pool'>) {
  const data = { address: addressOf(pool), matchers: shippedMatchers() }
  const count = Math.min(mostThreads, Math.max(1, availableParallelism() - 1))
  const threads = Array.from({ length: count }, () => openThread(data))
  const storeBatch: StoreBatch = (posts, deleted) => {
    const [free] = threads.toSorted((a, b) => a.open() - b.open()) as [(typeof threads)[number]]
    return free.store({ posts, deleted })
  }
  return {
    storeBatch,
    atOnce: batchesOfThread * count,
    close: async () => void (await Promise.all(threads.map((thread) => thread.close()))),
  }
}
