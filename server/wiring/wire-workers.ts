import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { shippedMatchers } from '#scoring/shipped-scorer.ts'
import { openWorkerPool } from '#server/adapters/worker-pool/open-worker-pool.ts'
import { type Workers, workHere } from '#server/adapters/worker-pool/workers.ts'
import { inheritEnvironment } from '#server/config/config.ts'
import { productWork } from './wire-worker.ts'

type Work = typeof productWork

export type ProductWorkers = Workers<Work> & {
  /**
   * The worker of the daily scan. Nobody waits for this worker's results, so it never takes a thread from
   * users.
   */
  ofScan: Pick<Workers<Work>, 'call'>
}

const ours = new URL('./wire-worker.ts', import.meta.url)

/**
 * A compile cache for threads: it halves their start time. If the cache cannot be written, threads start
 * without it.
 */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/node-compiled', import.meta.url))

/** The number of processes, and settings that tests of stuck threads change. */
type Changed = { processes?: number; entry?: URL; silentMs?: { asked: number; background: number } }

const settings = {
  mostWaiting: 200,
  mostWaitingOfOwner: 10,
  silentMs: { asked: 10_000, background: 20_000 },
  heapMegabytes: 512,
}

/** The worker threads of one product, or of one of its `processes`. `kept` threads always stay open. */
export function openWorkers(
  kept: number,
  { entry = ours, processes = 1, ...changed }: Changed = {},
): ProductWorkers {
  const environment = inheritEnvironment({ NODE_COMPILE_CACHE: compiled })
  const shared = shippedMatchers()
  const people = openWorkerPool<Work>(entry, {
    ...settings,
    environment,
    shared,
    atOnce: Math.max(2, Math.ceil(Math.max(4, availableParallelism()) / processes)),
    kept,
    idleMs: 60_000,
    niceness: 5,
    ...changed,
  })
  const ofScan = openWorkerPool<Work>(entry, {
    ...settings,
    environment,
    shared,
    atOnce: Math.ceil(availableParallelism() / 2),
    kept: 0,
    idleMs: 10_000,
    niceness: 15,
    // This worker does one task at a time, so a task may send no message for a long time.
    silentMs: { asked: 60_000, background: 60_000 },
    ...changed,
  })
  return {
    ...people,
    ofScan,
    close: async () => {
      await Promise.all([people.close(), ofScan.close()])
    },
  }
}

const here = workHere(productWork)

/** Workers for commands: tasks run in this process, because it serves nobody else. */
export const workersHere: ProductWorkers = { ...here, ofScan: here }
