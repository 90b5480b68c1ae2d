import { expect, test } from 'vitest'
import { lastDue, nextDue, type Rhythm, type Weekday } from '#server/clock.ts'

type Time = `${number}:${number}`

const daily = (at: Time, timeZone: string): Rhythm => ({ at, timeZone })
const from = new Date('2026-01-01T12:00:00Z')
const to = new Date('2028-01-01T12:00:00Z')

test.each([
  ['2026-03-04T12:00:00Z', 13, 24, '2026-03-03T13:00:00.000Z', '2026-03-04T13:00:00.000Z'],
  ['2026-03-04T13:00:00Z', 13, 24, '2026-03-04T13:00:00.000Z', '2026-03-05T13:00:00.000Z'],
  ['2026-12-31T23:59:59Z', 0, 24, '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2026-03-04T12:30:00Z', 4, 1, '2026-03-04T12:00:00.000Z', '2026-03-04T13:00:00.000Z'],
  ['2026-03-04T12:30:00Z', 4, 6, '2026-03-04T10:00:00.000Z', '2026-03-04T16:00:00.000Z'],
  ['2026-03-04T12:30:00Z', 4, 168, '2026-02-26T04:00:00.000Z', '2026-03-05T04:00:00.000Z'],
])(
  'at %s, a job that starts at %i UTC and repeats every %i h was last due at %s and is next due at %s',
  (now, hour, every, last, next) => {
    const rhythm = { everyMinutes: every * 60, offsetMinutes: hour * 60 }
    expect(lastDue(rhythm, new Date(now)).toISOString()).toBe(last)
    expect(nextDue(rhythm, new Date(now)).toISOString()).toBe(next)
  },
)

test.each([
  // The clock skips this time, so the job runs later by the skipped amount.
  ['02:30', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00.000Z'],
  ['02:15', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', '2026-10-03T15:45:00.000Z'],
  ['00:30', 'America/Havana', '2026-03-07T12:00:00Z', '2026-03-08T05:30:00.000Z'],
  // The clock skips from this time to midnight, so the job runs earlier, on the same day.
  ['23:30', 'America/Nuuk', '2026-03-28T12:00:00Z', '2026-03-29T00:30:00.000Z'],
  // The clock repeats this time, so the job runs at its first occurrence.
  ['02:30', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['01:45', 'Australia/Lord_Howe', '2026-04-04T12:00:00Z', '2026-04-04T14:45:00.000Z'],
  ['00:30', 'America/Havana', '2026-10-31T12:00:00Z', '2026-11-01T04:30:00.000Z'],
  // The clock neither skips nor repeats this time.
  ['23:59', 'Pacific/Kiritimati', '2026-05-05T10:00:00Z', '2026-05-06T09:59:00.000Z'],
  ['03:00', 'UTC', '2026-05-05T03:00:00Z', '2026-05-06T03:00:00.000Z'],
] as const)('at %s in %s: after %s, next due at %s', (time, timeZone, now, next) => {
  expect(nextDue(daily(time, timeZone), new Date(now)).toISOString()).toBe(next)
})

test.each([
  ['02:30', 'Europe/Berlin'],
  ['02:15', 'Australia/Lord_Howe'],
  ['00:30', 'America/Havana'],
  ['01:30', 'America/New_York'],
  ['23:30', 'America/Nuuk'],
  ['23:45', 'Pacific/Auckland'],
] as const)('a daily job is due exactly once a day for two years: %s in %s', (time, timeZone) => {
  const rhythm = daily(time, timeZone)
  const dates = new Intl.DateTimeFormat('en-CA', { timeZone })
  const days: string[] = []
  let due = nextDue(rhythm, from)
  while (due < to) {
    days.push(dates.format(due))
    expect(lastDue(rhythm, due)).toEqual(due)
    const next = nextDue(rhythm, due)
    expect(lastDue(rhythm, new Date(next.getTime() - 1))).toEqual(due)
    due = next
  }
  expect(days.length).toBe(730)
  expect(new Set(days).size).toBe(730)
})

test.each<[Weekday, string, string]>([
  ['monday', '2026-03-30T00:00:00.000Z', '2026-04-06T00:00:00.000Z'],
  // The clock skips this hour of 29 March.
  ['sunday', '2026-03-29T01:00:00.000Z', '2026-04-05T00:00:00.000Z'],
  ['wednesday', '2026-04-01T00:00:00.000Z', '2026-04-08T00:00:00.000Z'],
])('weekly on %s at 01:00 in London: on 1 April 2026 last at %s, next at %s', (on, last, next) => {
  const rhythm: Rhythm = { at: '01:00', timeZone: 'Europe/London', on }
  const now = new Date('2026-04-01T12:00:00Z')
  expect(lastDue(rhythm, now).toISOString()).toBe(last)
  expect(nextDue(rhythm, now).toISOString()).toBe(next)
})

test('a job is due again at its next time after the last run', () => {
  const rhythm = daily('02:30', 'Europe/Berlin')
  const due = (since: string, now: string) => lastDue(rhythm, new Date(now)) > new Date(since)
  expect(due('2026-03-28T01:30:00Z', '2026-03-29T01:29:59Z')).toBe(false)
  expect(due('2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z')).toBe(true)
  expect(due('2026-03-29T01:30:00Z', '2026-03-29T23:00:00Z')).toBe(false)
  // After several missed days, the job is due only once.
  expect(due('2026-03-20T01:30:00Z', '2026-03-29T23:00:00Z')).toBe(true)
})
