import { expect, test } from 'vitest'
import { onceASecond } from './once-a-second.ts'

function openReading(read: (time: number) => Promise<number>) {
  const at = { ms: 0, reads: 0 }
  const clock = () => new Date(at.ms)
  const recent = onceASecond(() => {
    at.reads += 1
    return read(at.reads)
  }, clock)
  return { at, ...recent }
}

test('whoever asks within a second gets what was read first', async () => {
  const { at, read } = openReading(async (time) => time)
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  at.ms = 999
  expect(await read()).toBe(1)
  at.ms = 1000
  expect(await read()).toBe(2)
})

test('what is forgotten while it is being read is read again', async () => {
  const first = Promise.withResolvers<number>()
  const { read, forget } = openReading((time) => (time === 1 ? first.promise : Promise.resolve(time)))
  const before = read()
  forget()
  first.resolve(1)
  expect([await before, await read()]).toEqual([1, 2])
})

test('what could not be read is read again, and not what was read since', async () => {
  const first = Promise.withResolvers<number>()
  const { at, read, forget } = openReading((time) => (time === 1 ? first.promise : Promise.resolve(time)))
  const failing = read()
  forget()
  const second = read()
  first.reject(new Error('gone'))
  await expect(failing).rejects.toThrow('gone')
  expect([await second, await read(), at.reads]).toEqual([2, 2, 2])
})
