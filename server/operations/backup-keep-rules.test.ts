import { expect, test } from 'vitest'
import { backupsToDelete } from './backup-keep-rules.ts'

const hourMs = 3_600_000
const at = (text: string) => ({ madeAt: new Date(text) })

test('a year of daily backups leaves the last seven days, four weeks and six months', () => {
  const keep = { days: 7, weeks: 4, months: 6 }
  let stored: { madeAt: Date }[] = []
  for (let day = 0; day < 400; day += 1) {
    stored.push({ madeAt: new Date(Date.parse('2025-12-01T02:30:00Z') + day * 24 * hourMs) })
    const gone = new Set(backupsToDelete(stored, keep))
    stored = stored.filter((one) => !gone.has(one))
  }
  expect(stored.map(({ madeAt }) => madeAt.toISOString().slice(0, 10))).toEqual([
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-30',
    '2026-12-20',
    '2026-12-27',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
    '2027-01-03',
    '2027-01-04',
  ])
})

test('of several on one day the last is kept', () => {
  const [early, late] = [at('2026-03-02T01:00:00Z'), at('2026-03-02T20:00:00Z')]
  expect(backupsToDelete([early, late], { days: 7, weeks: 4, months: 6 })).toEqual([early])
})

test('the newest is never deleted, whatever is to be kept', () => {
  const [old, newest] = [at('2026-03-02T01:00:00Z'), at('2026-03-03T01:00:00Z')]
  expect(backupsToDelete([newest, old], { days: 0, weeks: 0, months: 0 })).toEqual([old])
  expect(backupsToDelete([], { days: 1, weeks: 1, months: 1 })).toEqual([])
})
