import { expect, test } from 'vitest'
import { makeWriteLimit, type WriteBatch } from './limit-writes.ts'

const batch = (lastLine: number, ...keys: string[]): WriteBatch => ({ lastLine, keys: new Set(keys) })

/** Simulates writes. The test decides when each of them ends. */
function heldWrites() {
  const begun: number[] = []
  const ends = new Map<number, PromiseWithResolvers<void>>()
  const write = ({ lastLine }: WriteBatch) => {
    begun.push(lastLine)
    const end = Promise.withResolvers<void>()
    ends.set(lastLine, end)
    return end.promise
  }
  const end = async (lastLine: number, error?: Error) => {
    if (error === undefined) ends.get(lastLine)?.resolve()
    else ends.get(lastLine)?.reject(error)
    await new Promise(setImmediate)
  }
  return { begun, write, end }
}

test('two batches are written at the same time, a third waits for room', async () => {
  const { begun, write, end } = heldWrites()
  const atOnce = makeWriteLimit(write, 2)
  await atOnce.submit(batch(10, 'a'))
  const full = atOnce.submit(batch(20, 'b'))
  expect(begun).toEqual([10, 20])
  await end(20)
  await full
  const third = atOnce.submit(batch(30, 'c'))
  expect(begun).toEqual([10, 20, 30])
  await end(10)
  await third
  await end(30)
  await atOnce.finish()
})

test('batches that share a key are written one after the other', async () => {
  const { begun, write, end } = heldWrites()
  const atOnce = makeWriteLimit(write, 2)
  await atOnce.submit(batch(10, 'a', 'x'))
  const second = atOnce.submit(batch(20, 'x', 'b'))
  await new Promise(setImmediate)
  expect(begun).toEqual([10])
  await end(10)
  await second
  expect(begun).toEqual([10, 20])
  await end(20)
  await atOnce.finish()
})

test('what is stored is known up to the first batch that is not', async () => {
  const { write, end } = heldWrites()
  const atOnce = makeWriteLimit(write, 3)
  await atOnce.submit(batch(10, 'a'))
  await atOnce.submit(batch(20, 'b'))
  const third = atOnce.submit(batch(30, 'c'))
  await end(20)
  expect(atOnce.settledThroughLine()).toBe(0)
  await end(10)
  await third
  expect(atOnce.settledThroughLine()).toBe(20)
  await end(30, new Error('no room'))
  await expect(atOnce.finish()).rejects.toThrow('no room')
  expect(atOnce.settledThroughLine()).toBe(20)
})

test('after a failure nothing more is begun', async () => {
  const { begun, write, end } = heldWrites()
  const atOnce = makeWriteLimit(write, 2)
  await atOnce.submit(batch(10, 'a'))
  await end(10, new Error('no room'))
  await expect(atOnce.submit(batch(20, 'b'))).rejects.toThrow('no room')
  expect(begun).toEqual([10])
})
