import { expect, test } from 'vitest'
import { decideNext, type EndedTry } from './retry-rules.ts'

const now = new Date('2026-03-01T12:00:00Z')
const after = (own: Partial<EndedTry>) => decideNext({ tries: 1, status: 500, retryAfter: null, now, ...own })
const inSeconds = (seconds: number) => ({
  state: 'waiting',
  nextTryAt: new Date(now.getTime() + seconds * 1000),
})

test('a receiver that never answers gets ten tries over three days, and then the webhook is switched off', () => {
  const pauses: number[] = []
  let next = after({ status: null })
  for (let tries = 1; next.state === 'waiting'; tries += 1) {
    pauses.push((next.nextTryAt.getTime() - now.getTime()) / 1000)
    next = after({ status: null, tries: tries + 1 })
  }
  const hours = [2, 5, 10, 14, 20, 24].map((one) => one * 3600)
  expect(pauses).toEqual([5, 300, 1800, ...hours])
  expect(pauses.reduce((sum, one) => sum + one) / 86_400).toBeCloseTo(3.15, 1)
  expect(next).toEqual({ state: 'failed', off: 'failed' })
})

test.each([200, 201, 204, 299])('status %i is delivered', (status) => {
  expect(after({ status, tries: 10 })).toEqual({ state: 'delivered' })
})

test.each([301, 302, 307, 400, 401, 404, 500, 502])('status %i is tried again', (status) => {
  expect(after({ status })).toEqual(inSeconds(5))
})

test('410 ends it at the first try', () => {
  expect(after({ status: 410 })).toEqual({ state: 'failed', off: 'gone' })
})

test.each([
  [429, '120', 120],
  [503, '7200', 7200],
  [503, 'Sun, 01 Mar 2026 13:00:00 GMT', 3600],
  [429, '999999', 86_400],
  [429, '1', 5],
  [429, '-5', 5],
  [429, 'soon', 5],
  [429, 'Sun, 01 Mar 2020 13:00:00 GMT', 5],
  [500, '7200', 5],
])('after status %i with Retry-After %s the next try is in %i seconds', (status, retryAfter, seconds) => {
  expect(after({ status, retryAfter })).toEqual(inSeconds(seconds))
})
