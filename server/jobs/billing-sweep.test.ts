import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBillingSweep } from './billing-sweep.ts'

const dayMs = 86_400_000
const waits = { timeout: 30_000, interval: 5 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('sweeps at the start and once a day, also after one that failed', async () => {
  const failures: unknown[] = []
  let sweeps = 0
  const stop = startBillingSweep(
    async () => {
      sweeps += 1
      if (sweeps === 1) throw new Error('away')
    },
    (error) => failures.push(error),
  )
  await vi.waitUntil(() => failures.length === 1, waits)
  vi.advanceTimersByTime(dayMs)
  await vi.waitUntil(() => sweeps === 2, waits)
  await stop()
  vi.advanceTimersByTime(3 * dayMs)
  expect([sweeps, failures.length]).toEqual([2, 1])
})

test('stopping tells a sweep to end and waits until it has', async () => {
  const began = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const ends = Promise.withResolvers<void>()
  let ended = false
  const stop = startBillingSweep(
    async (stopped) => {
      stopped.addEventListener('abort', () => told.resolve())
      began.resolve()
      await ends.promise
      ended = true
    },
    () => {},
  )
  await began.promise
  const stopping = stop()
  await told.promise
  expect(ended).toBe(false)
  ends.resolve()
  await stopping
  expect(ended).toBe(true)
})
