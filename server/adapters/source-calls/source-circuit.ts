import type { SourceClock } from './source-clock.ts'
import { SourceBusy } from './source-failure.ts'

export type SourceCircuit = ReturnType<typeof sourceCircuit>

type Settings = { failuresToOpen: number; openMs: number }

/**
 * A circuit breaker that pauses a source after consecutive failures. After the pause, one call tests the
 * source while the others wait.
 */
export function sourceCircuit(sourceClock: Pick<SourceClock, 'now'>, { failuresToOpen, openMs }: Settings) {
  let failures = 0
  let lastReason = ''
  let openUntil = 0

  return {
    /** Throws while the circuit is open. */
    check(): void {
      if (failures < failuresToOpen) return
      const leftMs = openUntil - sourceClock.now()
      if (leftMs <= 0) {
        openUntil = sourceClock.now() + openMs
        return
      }
      const seconds = Math.ceil(leftMs / 1000)
      const often = failures === 1 ? 'it failed' : `it failed ${failures} times in a row`
      const message = `is paused for ${seconds} s, because ${often}: it ${lastReason}`
      throw new SourceBusy(message, leftMs, false)
    },
    succeeded(): void {
      failures = 0
    },
    failed(reason: string): void {
      failures += 1
      lastReason = reason
      if (failures >= failuresToOpen) openUntil = sourceClock.now() + openMs
    },
  }
}
