import { expect, test } from 'vitest'
import { makeOutageLog } from './outage-log.ts'
import { DatabaseUnavailable } from './system-error.ts'

test('an outage is one line when it begins and one when it is over, however many requests met it', async () => {
  const lines: [string, object, string][] = []
  let usable = false
  const asked = { times: 0 }
  const probe = {
    ask: async () => {
      asked.times += 1
      return usable ? null : 'it cannot be reached'
    },
  }
  const outages = makeOutageLog({ probe, log: (...line) => lines.push(line), pauseMs: 5 })
  for (let request = 0; request < 50; request += 1) outages.note(new DatabaseUnavailable('It is away.'))
  await expect.poll(() => asked.times).toBeGreaterThan(2)
  expect(lines).toEqual([
    ['error', { reason: 'It is away.', code: null }, expect.stringContaining('The database is unavailable')],
  ])
  usable = true
  await expect.poll(() => lines.length).toBe(2)
  expect(lines[1]).toEqual([
    'info',
    { failures: 50, seconds: expect.any(Number) },
    'The database is available again',
  ])
  outages.note(new DatabaseUnavailable('It is away again.'))
  expect(lines.length).toBe(3)
  outages.close()
  // Work whose result nobody waits for.
  expect(outages.note(new DatabaseUnavailable('It is closed.'))).not.toBeNull()
  expect(lines.length).toBe(3)
})

test('a statement that takes too long is not told as an outage, also not in one', async () => {
  const lines: [string, object, string][] = []
  const log = (...line: [string, object, string]) => lines.push(line)
  const outages = makeOutageLog({ probe: { ask: async () => null }, log, pauseMs: 5 })
  const late = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  for (let request = 0; request < 20; request += 1) outages.note(late)
  await expect.poll(() => lines.length).toBe(2)
  expect(lines.map(([level, , message]) => `${level}: ${message}`)).toEqual([
    'warn: A statement failed; its request is answered with 503',
    'info: Statements succeed again',
  ])
  expect(lines[1]?.[1]).toMatchObject({ failures: 20 })

  outages.note(late)
  outages.note(new DatabaseUnavailable('It is away.'))
  outages.note(late)
  await expect.poll(() => lines.length).toBe(5)
  expect(lines.slice(2).map(([level, , message]) => `${level}: ${message}`)).toEqual([
    'warn: A statement failed; its request is answered with 503',
    'error: The database is unavailable; requests that need it are answered with 503',
    'info: The database is available again',
  ])
  outages.close()
})

test('a failure of another kind is no outage', () => {
  const lines: unknown[] = []
  const outages = makeOutageLog({ probe: { ask: async () => null }, log: (...line) => lines.push(line) })
  expect(outages.note(new TypeError('x is not a function'))).toBeNull()
  expect(lines).toEqual([])
  outages.close()
})
