import { describe, expect, test } from 'vitest'
import {
  cardMarks,
  describeEvidence,
  formatPoints,
  foundSignals,
  heldPoints,
  pointGroups,
  scoreGroups,
  startingPoints,
  unnamedPoints,
} from './explain-result.ts'

const result = {
  title: 'Is there a tool for invoices?',
  excerpt: 'every day in\n a spreadsheet',
  excerptStart: 100,
  signals: ['solution_request', 'workaround', 'promo'],
  opportunityScore: 41,
  evidence: [
    { signal: 'solution_request', field: 'title' as const, start: 0, end: 10, points: 20 },
    { signal: 'workaround', field: 'selftext' as const, start: 110, end: 127, points: 12.5 },
    {
      signal: 'workaround',
      field: 'selftext' as const,
      start: 300,
      end: 311,
      points: 3,
      words: 'copy\npaste',
    },
    { signal: 'promo', field: 'selftext' as const, start: 5, end: 12, points: -9.3, words: 'I built' },
    { signal: 'wording', field: 'title' as const, start: 0, end: 0, points: 2.5 },
  ],
}

describe('explaining a result', () => {
  test('points carry their sign and at most one decimal', () => {
    expect([12, 0.04, -0.04, -9.25, 3.55].map(formatPoints)).toEqual(['+12', '+0', '+0', '−9.3', '+3.6'])
  })

  test('points are grouped by signal, most first, each with its words', () => {
    expect(scoreGroups(result)).toEqual([
      {
        signal: 'solution_request',
        label: 'Asks for a solution',
        points: 20,
        words: [{ text: 'Is there a', points: 20, inTitle: true }],
      },
      {
        signal: 'workaround',
        label: 'Workaround',
        points: 15.5,
        words: [
          { text: 'in a spreadsheet', points: 12.5, inTitle: false },
          { text: 'copy paste', points: 3, inTitle: false },
        ],
      },
      {
        signal: 'promo',
        label: 'Self-promotion',
        points: -9.3,
        words: [{ text: 'I built', points: -9.3, inTitle: false }],
      },
    ])
  })

  test('the start, the groups and the unnamed words add up to the score', () => {
    const groups = scoreGroups(result).reduce((sum, group) => sum + group.points, 0)
    const whole = startingPoints(result) + groups + unnamedPoints(result)
    expect(unnamedPoints(result)).toBe(2.5)
    expect(whole).toBeCloseTo(result.opportunityScore, 5)
  })

  test('what is cut off above 100 is told apart from where every post starts', () => {
    expect([startingPoints(result), heldPoints(result)]).toEqual([12.3, 0])
    const full = { ...result, base: -1.3, opportunityScore: 100 }
    const high = { ...full, evidence: result.evidence.map((one) => ({ ...one, points: 30 })) }
    expect([startingPoints(high), heldPoints(high)]).toEqual([-1.3, -48.7])
  })

  test('a card marks the strongest words and those that tell a signal', () => {
    const weak = Array.from({ length: 20 }, (_, at) => ({
      signal: 'wording',
      field: 'title' as const,
      points: 2 - at / 20,
      start: at,
      end: at + 1,
    }))
    const told = { signal: 'promo', field: 'title' as const, start: 21, end: 25, points: 0 }
    const many = { ...result, evidence: [...weak, told] }
    expect(cardMarks(many, 'title')).toEqual([...weak.slice(0, 16), told])
    expect(cardMarks(many, 'selftext')).toEqual([])
  })

  test('words that only tell a signal stand with it, and in no sum', () => {
    const told = { signal: 'promo', field: 'title' as const, start: 11, end: 15, points: 0 }
    const [asked] = result.evidence
    const both = { ...result, signals: ['promo'], evidence: asked === undefined ? [] : [asked, told] }
    expect(scoreGroups(both).map(({ signal }) => signal)).toEqual(['solution_request'])
    expect(pointGroups(both).map(({ signal }) => signal)).toEqual(['solution_request'])
    expect(foundSignals(both)).toMatchObject([{ points: 0, words: [{ text: 'tool', points: 0 }] }])
    expect(describeEvidence([told])).toBe('Self-promotion shows here')
  })

  test('the same words counted twice are told once', () => {
    const [first] = result.evidence
    const twice = { ...result, evidence: first === undefined ? [] : [first, first] }
    expect(scoreGroups(twice)[0]?.words).toEqual([{ text: 'Is there a', points: 40, inTitle: true }])
  })

  test('every piece of evidence is a point of its own, in the order the post tells them', () => {
    const [first, later] = [result.evidence[0], result.evidence[2]].filter((span) => span !== undefined)
    const groups = pointGroups({ ...result, evidence: [...result.evidence, ...(first ? [first] : [])] })
    expect(groups.map(({ signal, points, each }) => [signal, points, each.length])).toEqual([
      ['solution_request', 40, 2],
      ['workaround', 15.5, 2],
      ['promo', -9.3, 1],
    ])
    expect(groups[1]?.each.map(({ start }) => start)).toEqual([110, later?.start])
    const whole = groups.reduce((sum, group) => sum + group.points, 0)
    expect(startingPoints(result) + whole - 20 + unnamedPoints(result)).toBeCloseTo(41, 5)
  })

  test("signals come in the scorer's order, also those without words", () => {
    const signals = ['urgency', 'solution_request']
    expect(foundSignals({ ...result, signals }).map(({ label, points }) => [label, points])).toEqual([
      ['Urgency', 0],
      ['Asks for a solution', 20],
    ])
  })

  test('a signal this page does not know is still readable', () => {
    const unknown = { signal: 'seasonal_need', field: 'title' as const, start: 0, end: 2, points: 4 }
    expect(describeEvidence([unknown])).toBe('Seasonal need +4')
  })
})
