import type { Owner } from '#server/adapters/worker-pool/owner-queue.ts'
import { WorkerEnded } from '#server/errors.ts'
import { openWorkers, type ProductWorkers } from '#server/wiring/wire-workers.ts'

let threads: ProductWorkers | null = null

/**
 * Threads for a product. All products of this process use the same threads, because starting threads takes
 * longer than most tasks. Closing ends only the tasks of this product.
 */
export function shareWorkers(): ProductWorkers {
  threads ??= openWorkers(0)
  const shared = threads
  const closing = new AbortController()
  const untilClosed = ({ signal, ...owner }: Owner): Owner => ({
    ...owner,
    signal: AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]),
  })
  return {
    call: (owner, name, ...given) => shared.call(untilClosed(owner), name, ...given),
    converse: (owner, conversing) => shared.converse(untilClosed(owner), conversing),
    ofScan: { call: (owner, name, ...given) => shared.ofScan.call(untilClosed(owner), name, ...given) },
    close: async () => closing.abort(new WorkerEnded('closing', null)),
  }
}
