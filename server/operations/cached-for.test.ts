import { expect, test } from 'vitest'
import { cachedFor } from './cached-for.ts'

function openReading(read: (time: number) => Promise<number>) {
  const at = { ms: 0, reads: 0 }
  const recent = cachedFor(
    1000,
    () => {
      at.reads += 1
      return read(at.reads)
    },
    () => new Date(at.ms),
  )
  return { at, read: recent }
}

test('whoever asks within a second gets what was read first', async () => {
  const { at, read } = openReading(async (time) => time)
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  at.ms = 999
  expect(await read()).toBe(1)
  at.ms = 1000
  expect(await read()).toBe(2)
})

test('what was read before the clock was set back is read again', async () => {
  const { at, read } = openReading(async (time) => time)
  at.ms = 5000
  expect(await read()).toBe(1)
  at.ms = 4001
  expect(await read()).toBe(1)
  at.ms = 4000
  expect(await read()).toBe(2)
})

test('what could not be read is read again, and not what was read since', async () => {
  const first = Promise.withResolvers<number>()
  const { at, read } = openReading((time) => (time === 1 ? first.promise : Promise.resolve(time)))
  const failing = read()
  at.ms = 1000
  const second = read()
  first.reject(new Error('gone'))
  await expect(failing).rejects.toThrow('gone')
  expect([await second, await read(), at.reads]).toEqual([2, 2, 2])
})

test('a failure is not remembered', async () => {
  const { read } = openReading(async (time) => (time === 1 ? Promise.reject(new Error('gone')) : time))
  await expect(read()).rejects.toThrow('gone')
  expect(await read()).toBe(2)
})
