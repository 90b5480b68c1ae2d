import { availableParallelism } from 'node:os'
import { productWork } from './wire-worker.ts'
import { openWorkerPool } from './worker-pool/open-worker-pool.ts'
import { type Workers, workHere } from './worker-pool/workers.ts'

export type ProductWorkers = Workers<typeof productWork>

const ours = new URL('./wire-worker.ts', import.meta.url)

/** What tests of stuck threads change. */
type Changed = { entry?: URL; silentMs?: { asked: number; background: number } }

/** The threads of one product; `kept` of them stay open for who comes first. */
export const openWorkers = (kept: number, { entry = ours, ...changed }: Changed = {}): ProductWorkers =>
  openWorkerPool(entry, {
    atOnce: Math.max(4, availableParallelism()),
    mostWaiting: 200,
    mostWaitingOfOwner: 10,
    silentMs: { asked: 10_000, background: 20_000 },
    heapMegabytes: 512,
    kept,
    idleMs: 60_000,
    ...changed,
  })

/** For commands: nobody waits for them meanwhile. */
export const workersHere: ProductWorkers = workHere(productWork)
