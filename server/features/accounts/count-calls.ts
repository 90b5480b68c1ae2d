import type { Clock } from '#server/clock.ts'
import type { ApiKeyStore, KeyCalls } from './api-key-store.ts'

type CountCalls = {
  keys: Pick<ApiKeyStore, 'countCalls'>
  clock: Clock
  warn: (message: string, cause: unknown) => void
}

export type CallCounter = ReturnType<typeof makeCallCounter>

/** How long counts are collected before they are stored, so that no call waits for a write. */
const collectedMs = 5_000

/** Counts the calls of keys in memory, and stores them together from time to time. */
export function makeCallCounter({ keys, clock, warn }: CountCalls) {
  let pending = new Map<string, KeyCalls>()
  let storing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  async function storePending(): Promise<void> {
    const batch = [...pending.values()]
    pending = new Map()
    if (batch.length === 0) return
    await keys
      .countCalls(batch)
      .catch((error: unknown) => warn('Calls of API keys could not be counted', error))
  }

  function store(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    storing = storing.then(storePending)
    return storing
  }

  return {
    note(keyId: string, isLimited: boolean): void {
      const known = pending.get(keyId) ?? { keyId, calls: 0, limited: 0 }
      const limited = known.limited + Number(isLimited)
      pending.set(keyId, { keyId, calls: known.calls + 1, limited, lastAt: clock() })
      timer ??= setTimeout(() => void store(), collectedMs).unref()
    },
    /** Stores the collected counts. The product also calls it when it stops. */
    store,
  }
}
