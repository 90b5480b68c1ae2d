import { parentPort, workerData } from 'node:worker_threads'
import { useMatchers as shareMatchers, shippedScorer } from '#scoring/shipped-scorer.ts'
import { openLine } from '#server/adapters/processes/open-line.ts'
import { databaseOver } from '#server/database/open-database.ts'
import { openPool, poolLimits } from '#server/database/open-pool.ts'
import { ArchiveWriteError } from '#server/errors.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { batchStore } from '#server/features/archive/store/store-posts.ts'
import {
  type BatchOutcome,
  batchesOfThread,
  type SentBatch,
  type StoreThreadData,
} from './wire-store-threads.ts'

// Scores and stores batches of posts for a command, which meanwhile reads the file.

const { address, matchers } = workerData as StoreThreadData
shareMatchers(matchers)
const pool = openPool(address, { ...poolLimits.command, connections: batchesOfThread })
const storeBatch = batchStore({ store: makeArchiveStore(databaseOver(pool)), scorer: shippedScorer() })

async function store({ posts, deleted }: SentBatch): Promise<BatchOutcome> {
  try {
    return { counts: await storeBatch(posts, deleted) }
  } catch (error) {
    if (!(error instanceof ArchiveWriteError)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}

if (parentPort === null) throw new Error('This program is started by wire-store-threads.ts')
const port = parentPort
openLine(
  { send: (said) => port.postMessage(said), on: (event, hear) => port.on(event, hear) },
  (question, batch) => (question === 'store' ? store(batch as SentBatch) : pool.end()),
)
