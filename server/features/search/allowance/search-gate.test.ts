import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeSearchGate } from './search-gate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { atOnce: 2, checkMs: 1_000, mostWaiting: 3, mostOfOne: 3 }

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

test('who waits for two seconds while many do, or finds the queue full, is told when to come again', async () => {
  const gate = makeSearchGate(limits)
  const never = new Promise<void>(() => {})
  for (let at = 0; at < 2; at += 1) void gate.pass('ann', () => never)
  const refused = { code: 'overloaded', retryAfterSeconds: 3 }
  const isRefused = (who: string) => expect(gate.pass(who, async () => {})).rejects.toMatchObject(refused)
  const first = isRefused('bob')
  for (const who of ['eve', 'joe']) void gate.pass(who, () => never)
  await isRefused('ann')
  expect(gate.isCrowded()).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  await first
})

test('a crowd after a quiet minute is not refused before it has waited for two seconds', async () => {
  const gate = makeSearchGate(limits)
  await vi.advanceTimersByTimeAsync(60_000)
  const end = Promise.withResolvers<void>()
  const passes = ['ann', 'ann', 'bob', 'eve', 'joe'].map((who) => gate.pass(who, () => end.promise))
  await vi.advanceTimersByTimeAsync(1_500)
  end.resolve()
  await Promise.all(passes)
})

test('who is refused is told when those who wait now will have been served', async () => {
  const gate = makeSearchGate({ ...limits, mostWaiting: 8, mostOfOne: 8 })
  const work = () => new Promise<void>((done) => setTimeout(done, 1_500))
  const served = Array.from({ length: 10 }, () => gate.pass('ann', work))
  await vi.advanceTimersByTimeAsync(1_500)
  void gate.pass('ann', work)
  void gate.pass('ann', work)
  // Eight waiting requests and this one take 1.5 seconds each, and two run at a time.
  await expect(gate.pass('ann', work)).rejects.toMatchObject({ retryAfterSeconds: 7 })
  await vi.advanceTimersByTimeAsync(15_000)
  await Promise.all(served)
})

test('if no more callers wait than can run at once, they wait for long, because the machine is slow', async () => {
  const gate = makeSearchGate({ ...limits, mostWaiting: 10 })
  const end = Promise.withResolvers<void>()
  const under = ['ann', 'ann'].map((who) => gate.pass(who, () => end.promise))
  const waiting = ['ann', 'ann', 'bob'].map((who) => gate.pass(who, async () => who))
  await vi.advanceTimersByTimeAsync(19_000)
  expect(gate.isCrowded()).toBe(false)
  end.resolve()
  await Promise.all(under)
  expect(await Promise.all(waiting)).toEqual(['ann', 'ann', 'bob'])
})

/** A gate that has already measured that a request takes a tenth of a second. */
async function measuredGate() {
  const gate = makeSearchGate({ ...limits, mostWaiting: 1_000, mostOfOne: 1_000 })
  const work = () => new Promise<void>((done) => setTimeout(done, 100))
  const served = gate.pass('ann', work)
  await vi.advanceTimersByTimeAsync(100)
  await served
  return { gate, work }
}

test('a request is accepted if it will be answered within eight seconds, and otherwise refused at once', async () => {
  const { gate, work } = await measuredGate()
  const settled = Promise.allSettled(Array.from({ length: 500 }, () => gate.pass('ann', work)))
  await expect(gate.pass('ann', work)).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 9 })
  await vi.advanceTimersByTimeAsync(8_100)
  const outcomes = await settled
  // Two requests are in slots, and 20 per second follow for eight seconds.
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(162)
})

test('a long queue of one caller refuses nobody else', async () => {
  const { gate, work } = await measuredGate()
  const settled = Promise.allSettled(Array.from({ length: 500 }, () => gate.pass('ann', work)))
  const bob = gate.pass('bob', work)
  await vi.advanceTimersByTimeAsync(200)
  expect(await bob).toBe(undefined)
  await vi.advanceTimersByTimeAsync(8_000)
  await settled
})

test('requests that turn out to take longer than estimated are refused at the first check, not later', async () => {
  const { gate } = await measuredGate()
  const work = () => new Promise<void>((done) => setTimeout(done, 1_000))
  const settled = Promise.allSettled(Array.from({ length: 160 }, () => gate.pass('ann', work)))
  let refused = 0
  for (let at = 0; at < 120; at += 1) void gate.pass('bob', work).catch(() => (refused += 1))
  await vi.advanceTimersByTimeAsync(2_000)
  const atFirstCheck = refused
  await vi.advanceTimersByTimeAsync(17_000)
  expect([atFirstCheck > 0, refused]).toEqual([true, atFirstCheck])
  await vi.advanceTimersByTimeAsync(60_000)
  await settled
})

test('a request that waits for other sites leaves its slot to others, and comes back before new ones', async () => {
  const gate = makeSearchGate({ ...limits, atOnce: 1 })
  const site = Promise.withResolvers<string>()
  const seen: string[] = []
  const live = gate.pass('ann', async (away) => {
    seen.push('begun')
    seen.push(await away(site.promise))
  })
  const end = Promise.withResolvers<void>()
  const others = ['bob', 'eve'].map((who) =>
    gate.pass(who, async () => {
      seen.push(who)
      await end.promise
    }),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual(['begun', 'bob'])
  site.resolve('answered')
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual(['begun', 'bob'])
  end.resolve()
  await Promise.all([live, ...others])
  expect(seen).toEqual(['begun', 'bob', 'answered', 'eve'])
})

test('a site that fails keeps no slot', async () => {
  const gate = makeSearchGate({ ...limits, atOnce: 1 })
  const failed = gate.pass('ann', (away) => away(Promise.reject(new Error('no'))))
  await expect(failed).rejects.toThrow('no')
  expect(await gate.pass('bob', async () => 1)).toBe(1)
})

test('nobody waits for more than twenty seconds', async () => {
  const gate = makeSearchGate({ ...limits, atOnce: 1 })
  void gate.pass('ann', () => new Promise(() => {}))
  const refused = expect(gate.pass('ann', async () => {})).rejects.toMatchObject({ code: 'overloaded' })
  await vi.advanceTimersByTimeAsync(20_000)
  await refused
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
