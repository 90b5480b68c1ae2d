import { describe, expect, test } from 'vitest'
import {
  describeEvidence,
  formatPoints,
  scoreLines,
  signalTotals,
  unexplainedPoints,
} from './explain-score.ts'

const result = {
  title: 'Is there a tool for invoices?',
  excerpt: 'every day in\n a spreadsheet',
  excerptStart: 100,
  signals: ['solution_request', 'workaround', 'promo'],
  opportunityScore: 41,
  evidence: [
    { signal: 'solution_request', field: 'title' as const, start: 0, end: 10, points: 20 },
    { signal: 'workaround', field: 'selftext' as const, start: 110, end: 127, points: 12.5 },
    { signal: 'workaround', field: 'selftext' as const, start: 300, end: 311, points: 3 },
    { signal: 'promo', field: 'selftext' as const, start: 5, end: 12, points: -9.25 },
  ],
}

describe('explaining a score', () => {
  test('points carry their sign and at most one decimal', () => {
    expect([12, 0.04, -0.04, -9.25, 3.55].map(formatPoints)).toEqual(['+12', '+0', '+0', '−9.3', '+3.6'])
  })

  test('every piece of evidence is a line, most points first, with its words where they were sent', () => {
    expect(
      scoreLines(result).map(({ label, points, words, inTitle }) => [label, points, words, inTitle]),
    ).toEqual([
      ['Asks for a solution', 20, 'Is there a', true],
      ['Workaround', 12.5, 'in a spreadsheet', false],
      ['Workaround', 3, null, false],
      ['Self-promotion', -9.25, null, false],
    ])
  })

  test('lines and the rest add up to the score', () => {
    const lines = scoreLines(result).reduce((sum, line) => sum + line.points, 0)
    expect(lines + unexplainedPoints(result)).toBeCloseTo(result.opportunityScore, 1)
  })

  test('each signal tells its sum and the words of its strongest evidence', () => {
    expect(signalTotals(result)).toEqual([
      { signal: 'solution_request', label: 'Asks for a solution', points: 20, words: 'Is there a' },
      { signal: 'workaround', label: 'Workaround', points: 15.5, words: 'in a spreadsheet' },
      { signal: 'promo', label: 'Self-promotion', points: -9.25, words: null },
    ])
  })

  test('a signal this page does not know is still readable', () => {
    const unknown = { signal: 'seasonal_need', field: 'title' as const, start: 0, end: 2, points: 4 }
    expect(describeEvidence([unknown])).toBe('Seasonal need +4')
  })
})
