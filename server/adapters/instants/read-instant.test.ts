import { expect, test } from 'vitest'
import { openDateColumn } from './date-column.ts'
import { readInstant } from './read-instant.ts'

const now = new Date('2026-11-28T12:00:00Z')
const alone = (cell: unknown) => readInstant(cell, null, now)?.toISOString() ?? null

/** The cells of a column as dates, with the notes. The whole column is read together. */
function together(cells: readonly unknown[]) {
  const column = openDateColumn(now)
  for (const cell of cells) column.add(cell)
  const reading = column.decide()
  const days = cells.map((cell) => readInstant(cell, reading, now)?.toISOString().slice(0, 10) ?? null)
  return { days, notes: reading.notes }
}

const instants: readonly [cell: unknown, instant: string][] = [
  ['2024-04-13', '2024-04-13T00:00'],
  ['2024-4-13', '2024-04-13T00:00'],
  ['2024/04/13 09:30', '2024-04-13T09:30'],
  ['2024.04.13', '2024-04-13T00:00'],
  ['2024. 4. 13.', '2024-04-13T00:00'],
  ['2024年4月13日 9:30', '2024-04-13T09:30'],
  ['２０２４-０４-１３', '2024-04-13T00:00'],
  ['13.04.2024', '2024-04-13T00:00'],
  ['13. 4. 2024', '2024-04-13T00:00'],
  ['13.04.2024, 15:04', '2024-04-13T15:04'],
  ['13/04/2024', '2024-04-13T00:00'],
  ['04/13/2024', '2024-04-13T00:00'],
  ['4/13/24', '2024-04-13T00:00'],
  ['13-04-2024 15:04:05', '2024-04-13T15:04:05'],
  ['6/24/2016 3:48', '2016-06-24T03:48'],
  ['6/24/2016 3:48 PM', '2016-06-24T15:48'],
  ['6/24/2016, 3:48:09\u202fPM', '2016-06-24T15:48:09'],
  ['6/24/2016 12:00 a.m.', '2016-06-24T00:00'],
  ['6/24/2016 12:30 P.M.', '2016-06-24T12:30'],
  ['6/24/2016 3pm', '2016-06-24T15:00'],
  ['3:48 PM 6/24/2016', '2016-06-24T15:48'],
  ['2024-04-13 10.15', '2024-04-13T10:15'],
  ['2024-04-13 kl. 10.15', '2024-04-13T10:15'],
  ['13.4.2024 klo 10.15', '2024-04-13T10:15'],
  ['13 maj 2024 kl 10:15', '2024-05-13T10:15'],
  ['13apr2024', '2024-04-13T00:00'],
  ['13.04.2024, 10.15.30', '2024-04-13T10:15:30'],
  ["13 April '24", '2024-04-13T00:00'],
  ['13 Apr ’24 15:04', '2024-04-13T15:04'],
  ['04/04/2024', '2024-04-04T00:00'],
  ['13 April 2024', '2024-04-13T00:00'],
  ['13. April 2024', '2024-04-13T00:00'],
  ['13 avril 2024', '2024-04-13T00:00'],
  ['13 de abril de 2024', '2024-04-13T00:00'],
  ['13 avril 2024 à 15:04', '2024-04-13T15:04'],
  ['13/04/2024 15h04', '2024-04-13T15:04'],
  ['13 avril 2024 à 9 h 04', '2024-04-13T09:04'],
  ['13 de abril de 2024 a las 15:04', '2024-04-13T15:04'],
  ['13 de abril de 2024 às 15:04', '2024-04-13T15:04'],
  ['13 aprile 2024 alle ore 15:04', '2024-04-13T15:04'],
  ['13 april 2024 om 15:04', '2024-04-13T15:04'],
  ['/Date(1713000000000)/', '2024-04-13T09:20'],
  ['\\/Date(1713000000000+0100)\\/', '2024-04-13T09:20'],
  ['1 März 2024', '2024-03-01T00:00'],
  ['Sep 4, 2023', '2023-09-04T00:00'],
  ['Sept. 4th, 2023', '2023-09-04T00:00'],
  ['the 4th of September 2023', '2023-09-04T00:00'],
  ['4 September 2023 3:04 PM', '2023-09-04T15:04'],
  ['September 4, 2023 at 3:04 PM', '2023-09-04T15:04'],
  ['Monday, September 4, 2023', '2023-09-04T00:00'],
  ['Mon Sep 04 2023', '2023-09-04T00:00'],
  ['Mon Sep  4 15:04:05 2023', '2023-09-04T15:04:05'],
  ['Mon Sep 04 15:04:05 +0200 2023', '2023-09-04T13:04:05'],
  ['Mon Sep 04 2023 15:04:05 GMT+0200 (Central European Summer Time)', '2023-09-04T13:04:05'],
  ['2023 Sep 4', '2023-09-04T00:00'],
  ['04-Sep-23', '2023-09-04T00:00'],
  ['04-SEP-2023', '2023-09-04T00:00'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37'],
  ['13/Apr/2024:12:00:00 +0200', '2024-04-13T10:00'],
  ['Thu, 28 Jan 2021 21:37:41 +0200 (CEST)', '2021-01-28T19:37:41'],
  ['Thu, 28 Jan 2021 21:37:41 -0500 (EST)', '2021-01-29T02:37:41'],
  ['Fri, 20 Nov 2026 05:00 EST', '2026-11-20T10:00'],
  ['Fryday, 20 Nov 2026 10:00:00 GMT', '2026-11-20T10:00'],
  ['Do., 28 Jan 2021 21:37', '2021-01-28T21:37'],
  ['2023-11-14 22:13:20+00', '2023-11-14T22:13:20'],
  ['2023-11-14 22:13:20.123456+05:30', '2023-11-14T16:43:20.123'],
  ['2023-11-14 22:13:20-08', '2023-11-15T06:13:20'],
  ['2023-11-14 22:13:20 -0800', '2023-11-15T06:13:20'],
  ['2023-11-14T22:13:20,5Z', '2023-11-14T22:13:20.500'],
  ['2023-11-14 22:13:20 UTC', '2023-11-14T22:13:20'],
  ['2023-11-14 22:13:20 UTC+2', '2023-11-14T20:13:20'],
  ['2023-11-14 22:13:20.5 +0000 UTC', '2023-11-14T22:13:20.500'],
  ['2023-07-14 22:13 CEST', '2023-07-14T20:13'],
  ['2023-07-14 22:13 Europe/Berlin', '2023-07-14T20:13'],
  ['2023-11-14 22:13 America/New_York', '2023-11-15T03:13'],
  ['2023-07-14T22:13:00+02:00[Europe/Berlin]', '2023-07-14T20:13'],
  ['2023-07-14T22:13:00Z[UTC]', '2023-07-14T22:13'],
  ['2023-07-14T22:13:00+00:00[UTC]', '2023-07-14T22:13'],
  ['2023-07-14T22:13:00+02:00[+02:00]', '2023-07-14T20:13'],
  ['2023-07-14T22:13:00+02:00[!Europe/Berlin][u-ca=iso8601]', '2023-07-14T20:13'],
  ['20240413T120000Z', '2024-04-13T12:00'],
  ['20240413', '2024-04-13T00:00'],
  [20240413, '2024-04-13T00:00'],
  ['202404131530', '2024-04-13T15:30'],
  ['20240413153045', '2024-04-13T15:30:45'],
  ['2024-104', '2024-04-13T00:00'],
  ['2024-W15-6', '2024-04-13T00:00'],
  [1713000000, '2024-04-13T09:20'],
  ['1713000000', '2024-04-13T09:20'],
  ['1713000000.0', '2024-04-13T09:20'],
  ['1.713e9', '2024-04-13T09:20'],
  [1713000000000, '2024-04-13T09:20'],
  ['1713000000000000', '2024-04-13T09:20'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00'],
  ['2024-04-13T24:00:00', '2024-04-14T00:00'],
]

test.each(instants)('%s is one instant wherever the server stands', (cell, instant) => {
  const expected = new Date(`${instant}Z`).toISOString()
  const zone = process.env.TZ
  try {
    const zones = { UTC: 0, 'America/Los_Angeles': 480, 'Asia/Kolkata': -330, 'Pacific/Auckland': -780 }
    for (const [other, offset] of Object.entries(zones)) {
      process.env.TZ = other
      expect(new Date('2024-01-13').getTimezoneOffset()).toBe(offset)
      expect(alone(cell), other).toBe(expected)
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

test.each([
  '',
  'soon',
  'yesterday',
  'N/A',
  '3:04 PM',
  '20.11.',
  '1',
  '2024',
  'April 2024',
  '2024-04',
  'Q3 2023',
  '0000-00-00 00:00:00',
  '2023-02-31',
  '31/02/2023',
  '2024-13-45',
  '1970-01-01T00:00:00Z',
  '2150-01-01',
  '2024-04-13 25:00',
  '2024-04-13 12:61',
  '2024-04-13 13:00 AM',
  '2024-04-13 12:00 IST',
  '2024-04-13 12:00 +99',
  '2024-04-13 12:00 Mars/Phobos',
  '2024-04-13 - 2024-04-15',
  'Version 1.2.2020',
  'order 4711 of 13 April 2024',
  '04/05/2024',
  '01-06-23',
  45_395,
  Number.NaN,
  -5,
  null,
  undefined,
  {},
  true,
  '1'.repeat(500),
])('%j is no date that can be read for sure', (cell) => {
  expect(alone(cell)).toBeNull()
})

test('all figures of a column are read in the order that its dates decide, and that order is told', () => {
  expect(together(['01/06/2023', '02/06/2023', '13/06/2023'])).toEqual({
    days: ['2023-06-01', '2023-06-02', '2023-06-13'],
    notes: ['Dates such as 13/06/2023 are read day first.'],
  })
  expect(together(['01/06/2023', '1/31/2023', ''])).toEqual({
    days: ['2023-01-06', '2023-01-31', null],
    notes: ['Dates such as 1/31/2023 are read month first.'],
  })
  expect(together(['22-03-21', '01-06-23 12:15', '14-06-23']).days).toEqual([
    '2021-03-22',
    '2023-06-01',
    '2023-06-14',
  ])
  expect(together(['99-12-31', '01-06-23']).days).toEqual(['1999-12-31', '2001-06-23'])
})

test('a date that another order alone makes a day is read so, and counted', () => {
  const cells = ['22-03-21', '01-06-23 12:15', '13.04.2024', '13/04/2024', '04/13/2024', '2024-4-13']
  expect(together([...cells, '13 April 2024', '6/24/2016 3:48'])).toEqual({
    days: ['2021-03-22', '2023-06-01', ...Array(5).fill('2024-04-13'), '2016-06-24'],
    notes: ['Dates such as 22-03-21 are read day first; 2 of them cannot be, and are read otherwise.'],
  })
})

test('dates that contradict each other are said to, and what both orders make a day to be a guess', () => {
  expect(together(['04/13/2024', '13/04/2024', '03/04/2024']).notes).toEqual([
    'Dates such as 04/13/2024 are read month first; 1 of them cannot be, and is read otherwise: they contradict each other, so ambiguous dates are guesses.',
  ])
})

test('where no date decides, points and dashes are day first and strokes month first, and that is said', () => {
  const undecided = 'none of them shows the order of day and month.'
  expect(together(['01.06.2023', '02.06.2023'])).toEqual({
    days: ['2023-06-01', '2023-06-02'],
    notes: [`Dates such as 01.06.2023 are read day first; ${undecided}`],
  })
  expect(together(['01/06/2023'])).toEqual({
    days: ['2023-01-06'],
    notes: [`Dates such as 01/06/2023 are read month first; ${undecided}`],
  })
  expect(together(['22-03-21']).notes).toEqual([`Dates such as 22-03-21 are read day first; ${undecided}`])
})

test('nobody writes on a day to come: an order that leads there is none where another does not', () => {
  expect(together(['03/12/2026', '01/10/2026']).days).toEqual(['2026-03-12', '2026-01-10'])
  expect(together(['12.03.2026', '03.12.2026']).days).toEqual(['2026-03-12', '2026-03-12'])
})

test('dates with one meaning leave nothing to tell', () => {
  expect(together(['2024-04-13', '13 April 2024', 1713000000, 'soon']).notes).toEqual([])
})

test('days that spreadsheets count are dates where the whole column is of them', () => {
  expect(together([45_395, '45395.5', '']).days).toEqual(['2024-04-13', '2024-04-13', null])
  expect(together([45_395, '2024-04-13']).days).toEqual([null, '2024-04-13'])
})
