import { expect, test } from 'vitest'
import { lastDue, nextDue } from './scan-task-rules.ts'

test.each([
  ['2026-03-04T12:00:00Z', 13, 24, '2026-03-03T13:00:00.000Z', '2026-03-04T13:00:00.000Z'],
  ['2026-03-04T13:00:00Z', 13, 24, '2026-03-04T13:00:00.000Z', '2026-03-05T13:00:00.000Z'],
  ['2026-12-31T23:59:59Z', 0, 24, '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2026-03-04T12:30:00Z', 4, 1, '2026-03-04T12:00:00.000Z', '2026-03-04T13:00:00.000Z'],
  ['2026-03-04T12:30:00Z', 4, 6, '2026-03-04T10:00:00.000Z', '2026-03-04T16:00:00.000Z'],
  ['2026-03-04T12:30:00Z', 4, 168, '2026-02-26T04:00:00.000Z', '2026-03-05T04:00:00.000Z'],
])(
  'at %s what is read around %i h every %i h was due at %s and is next at %s',
  (now, hour, every, last, next) => {
    expect(lastDue(new Date(now), hour, every).toISOString()).toBe(last)
    expect(nextDue(new Date(now), hour, every).toISOString()).toBe(next)
  },
)
