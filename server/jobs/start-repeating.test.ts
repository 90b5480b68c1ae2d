import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRepeating } from './start-repeating.ts'

const dayMs = 86_400_000
const waits = { timeout: 30_000, interval: 5 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('works at the start and once a day, also after a failure', async () => {
  const failures: unknown[] = []
  let runs = 0
  const stop = startRepeating({
    work: async () => {
      runs += 1
      if (runs === 1) throw new Error('away')
    },
    everyMs: dayMs,
    warn: (error) => failures.push(error),
  })
  await vi.waitUntil(() => failures.length === 1, waits)
  vi.advanceTimersByTime(dayMs)
  await vi.waitUntil(() => runs === 2, waits)
  await stop()
  vi.advanceTimersByTime(3 * dayMs)
  expect([runs, failures.length]).toEqual([2, 1])
})

test('stopping asks the work to end and waits until it has', async () => {
  const began = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const ends = Promise.withResolvers<void>()
  let ended = false
  const stop = startRepeating({
    work: async (stopped) => {
      stopped.addEventListener('abort', () => asked.resolve())
      began.resolve()
      await ends.promise
      ended = true
    },
    everyMs: dayMs,
    warn: () => {},
  })
  await began.promise
  const stopping = stop()
  await asked.promise
  expect(ended).toBe(false)
  ends.resolve()
  await stopping
  expect(ended).toBe(true)
})
