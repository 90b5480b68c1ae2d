import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeSearchGate } from './search-gate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { atOnce: 2, waitMs: 2_000, mostWaiting: 3, mostOfOne: 3 }

test('so many run at once, the others in the order in which they came', async () => {
  const gate = makeSearchGate(limits)
  const begun: number[] = []
  const ends = [0, 1, 2, 3, 4].map(() => Promise.withResolvers<void>())
  const done = ends.map(({ promise }, at) =>
    gate.pass('ann', async () => {
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
  for (let at = 0; at < 2; at += 1) void gate.pass('ann', () => never)
  const refused = { code: 'overloaded', retryAfterSeconds: 3 }
  const waiting = [0, 1, 2].map(() => expect(gate.pass('ann', async () => {})).rejects.toMatchObject(refused))
  await expect(gate.pass('ann', async () => {})).rejects.toMatchObject(refused)
  await vi.advanceTimersByTimeAsync(2_000)
  await Promise.all(waiting)
})

test('many of one caller keep nobody else waiting behind all of them', async () => {
  const gate = makeSearchGate({ ...limits, atOnce: 1, mostWaiting: 10 })
  const done: string[] = []
  const pass = (who: string) => gate.pass(who, async () => void done.push(who))
  await Promise.all(['ann', 'ann', 'ann', 'ann', 'bob', 'eve'].map(pass))
  expect(done).toEqual(['ann', 'ann', 'bob', 'eve', 'ann', 'ann'])
})

test('one caller cannot fill the queue of all', async () => {
  const gate = makeSearchGate({ ...limits, atOnce: 1, mostWaiting: 4 })
  const end = Promise.withResolvers<void>()
  const work = () => end.promise
  const passes = ['ann', 'ann', 'ann', 'ann', 'ann', 'bob'].map((who) => gate.pass(who, work))
  await expect(passes[4]).rejects.toMatchObject({ code: 'overloaded' })
  end.resolve()
  await expect(passes[5]).resolves.toBe(undefined)
})

test('work that fails makes room for the next', async () => {
  const gate = makeSearchGate({ ...limits, atOnce: 1 })
  await expect(gate.pass('ann', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await gate.pass('ann', async () => 1)).toBe(1)
})
