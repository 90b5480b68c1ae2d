import { expect, test } from 'vitest'
import { lastScheduled, nextScheduled } from './scan-schedule-rules.ts'

test.each([
  ['2026-03-04T12:00:00Z', 13, '2026-03-03T13:00:00.000Z', '2026-03-04T13:00:00.000Z'],
  ['2026-03-04T13:00:00Z', 13, '2026-03-04T13:00:00.000Z', '2026-03-05T13:00:00.000Z'],
  ['2026-12-31T23:59:59Z', 0, '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('at %s the scan of hour %i was due at %s and is next at %s', (now, hour, last, next) => {
  expect(lastScheduled(new Date(now), hour).toISOString()).toBe(last)
  expect(nextScheduled(new Date(now), hour).toISOString()).toBe(next)
})
