import { AppError } from '#server/errors.ts'

/** The owner of the work, and whether it is background work. */
export type Owner = { owner: string; background?: boolean | undefined; signal?: AbortSignal | undefined }

export type QueueLimits = {
  /** The number of concurrent tasks. Background work never uses the last slot. */
  atOnce: number
  mostWaiting: number
  mostWaitingOfOwner: number
}

type Waiting = Owner & { begin: (leave: () => void) => void }

const overloaded = (of: string) =>
  new AppError('overloaded', `Too many tasks are waiting for a worker (${of})`, {
    userMessage: 'The server is busy at the moment. Please try again in a few seconds.',
    retryAfterSeconds: 5,
  })

/**
 * Admits one task per owner at a time, in the order of arrival, so that one owner's tasks do not delay
 * others.
 */
export function makeOwnerQueue({ atOnce, mostWaiting, mostWaitingOfOwner }: QueueLimits) {
  const waiting: Waiting[] = []
  const working = new Set<Waiting>()

  function mayBegin({ owner, background }: Waiting): boolean {
    if (working.size >= atOnce) return false
    const others = [...working]
    if (others.some((one) => one.owner === owner)) return false
    const inBackground = others.filter((one) => one.background === true).length
    return background !== true || inBackground < Math.max(1, atOnce - 1)
  }

  function beginNext(): void {
    for (let at = 0; at < waiting.length; at += 1) {
      const next = waiting[at]
      if (next === undefined || !mayBegin(next)) continue
      waiting.splice(at, 1)
      at -= 1
      working.add(next)
      next.begin(() => {
        if (working.delete(next)) beginNext()
      })
    }
  }

  return {
    /**
     * Waits for a slot, and returns the function that releases it. Throws if too many tasks are waiting, and
     * rejects if the signal aborts before a slot is free.
     */
    enter(owner: Owner): Promise<() => void> {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const { signal } = owner
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (waiting.length >= mostWaiting) return Promise.reject(overloaded('of all'))
      const own = waiting.filter((one) => one.owner === owner.owner).length
      if (own >= mostWaitingOfOwner) return Promise.reject(overloaded('of one'))
      const giveUp = () => {
        const at = waiting.indexOf(entry)
        if (at === -1) return
        waiting.splice(at, 1)
        reject(signal?.reason)
      }
      const entry: Waiting = {
        ...owner,
        begin: (leave) => {
          signal?.removeEventListener('abort', giveUp)
          resolve(leave)
        },
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      waiting.push(entry)
      beginNext()
      return promise
    },
  }
}
