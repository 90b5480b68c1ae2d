import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeSearchGate } from './search-gate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { atOnce: 2, waitMs: 2_000, mostWaiting: 3 }

test('so many run at once, the others in the order in which they came', async () => {
  const gate = makeSearchGate(limits)
  const begun: number[] = []
  const ends = [0, 1, 2, 3, 4].map(() => Promise.withResolvers<void>())
  const done = ends.map(({ promise }, at) =>
    gate.pass(async () => {
      begun.push(at)
      await promise
      return at
    }),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual([0, 1])
  for (const end of ends) {
    end.resolve()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(await Promise.all(done)).toEqual([0, 1, 2, 3, 4])
})

test('who waits for two seconds, or finds the queue full, is told when to come again', async () => {
  const gate = makeSearchGate(limits)
  const never = new Promise<void>(() => {})
  for (let at = 0; at < 2; at += 1) void gate.pass(() => never)
  const refused = { code: 'overloaded', retryAfterSeconds: 3 }
  const waiting = [0, 1, 2].map(() => expect(gate.pass(async () => {})).rejects.toMatchObject(refused))
  await expect(gate.pass(async () => {})).rejects.toMatchObject(refused)
  await vi.advanceTimersByTimeAsync(2_000)
  await Promise.all(waiting)
})

test('work that fails makes room for the next', async () => {
  const gate = makeSearchGate({ ...limits, atOnce: 1 })
  await expect(gate.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await gate.pass(async () => 1)).toBe(1)
})
