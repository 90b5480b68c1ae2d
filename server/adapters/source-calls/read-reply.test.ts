import { expect, test } from 'vitest'
import { readRateLimit, readWait } from './read-reply.ts'

const now = Date.UTC(2026, 10, 28, 12)
const dayMs = 86_400_000
const unnamed = 5000

test.each([
  ['seconds', '120', 120_000],
  ['seconds with a fraction', '1.5', 1500],
  ['a date of HTTP', 'Sat, 28 Nov 2026 12:02:00 GMT', 120_000],
  ['a date in the long form', 'Saturday, 28-Nov-26 12:02:00 GMT', 120_000],
  ['no time at all', '0', 1000],
  ['a date of the past', 'Sat, 28 Nov 2026 11:00:00 GMT', 1000],
  ['hours', '7200', 7_200_000],
  ['more than a day', '172800', dayMs],
  ['three thousand years', '99999999999', unnamed],
  ['a number beyond all numbers', '9'.repeat(400), unnamed],
  ['a date in a thousand years', 'Fri, 28 Nov 3026 12:00:00 GMT', unnamed],
  ['less than nothing', '-5', unnamed],
  ['no number', 'NaN', unnamed],
  ['no end', 'Infinity', unnamed],
  ['words', 'in 5 minutes', unnamed],
  ['nothing', '', unnamed],
])('a wait of %s is kept as far as it can be meant', (_name, header, expected) => {
  expect(readWait(new Headers({ 'retry-after': header }), now)).toBe(expected)
})

test.each([
  ['seconds', '60', 60_000],
  ['a Unix time', `${now / 1000 + 60}`, 60_000],
  ['a Unix time in milliseconds', `${now + 60_000}`, 60_000],
  ['a Unix time of the past', `${now / 1000 - 60}`, 1000],
  ['ten days', `${10 * 86_400}`, null],
  ['two hundred years', '9999999999', null],
  ['less than nothing', '-60', null],
])(
  'a rate limit that is renewed after %s is believed as far as it can be meant',
  (_name, reset, expected) => {
    const headers = new Headers({ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': reset })
    expect(readRateLimit(headers, now)).toEqual(
      expected === null ? null : { callsLeft: 3, renewedInMs: expected },
    )
  },
)
