import { describe, expect, test } from 'vitest'
import {
  cuesBySignal,
  describeEvidence,
  formatPoints,
  otherWords,
  scoreGroups,
  signalGroup,
  startingPoints,
  strongestReason,
  strongestSentences,
} from './explain-result.ts'

const result = {
  title: 'Is there a tool for invoices?',
  excerpt: 'every day in\n a spreadsheet',
  excerptStart: 100,
  signals: ['solution_request', 'workaround', 'promo'],
  opportunityScore: 41,
  evidence: [
    {
      signal: 'solution_request',
      field: 'title' as const,
      start: 0,
      end: 29,
      points: 20,
      cues: [0, 8, 11, 15],
    },
    {
      signal: 'workaround',
      field: 'selftext' as const,
      start: 300,
      end: 311,
      points: 9,
      words: 'copy\n[paste](https://paste.example/)',
    },
    { signal: 'workaround', field: 'selftext' as const, start: 100, end: 127, points: 3 },
    { signal: 'promo', field: 'selftext' as const, start: 5, end: 12, points: -9.3, words: 'I built' },
    {
      signal: 'workaround',
      field: 'selftext' as const,
      start: 0,
      end: 0,
      points: 3.5,
      sentences: [110, 112, 3, 114, 127, 0.5],
    },
    {
      signal: 'wording',
      field: 'title' as const,
      start: 0,
      end: 0,
      points: 2.5,
      cues: [11, 15],
      sentences: [0, 29, 2.5],
    },
  ],
}

describe('explaining a result', () => {
  test('points carry their sign and at most one decimal', () => {
    expect([12, 0.04, -0.04, -9.25, 3.55].map(formatPoints)).toEqual(['+12', '+0', '+0', '−9.3', '+3.6'])
  })

  test('points are grouped by signal, each with its sentences in the order of the post', () => {
    expect(scoreGroups(result)).toEqual([
      {
        signal: 'solution_request',
        label: 'Asks for a solution',
        points: 20,
        reasons: [{ field: 'title', start: 0, text: 'Is there a tool for invoices?', points: 20 }],
        more: [],
        morePoints: 0,
      },
      {
        signal: 'workaround',
        label: 'Workaround',
        points: 15.5,
        reasons: [
          { field: 'selftext', start: 100, text: 'every day in a spreadsheet', points: 3 },
          { field: 'selftext', start: 300, text: 'copy paste', points: 9 },
        ],
        more: [
          { field: 'selftext', start: 110, text: 'in', points: 3 },
          { field: 'selftext', start: 114, text: 'a spreadsheet', points: 0.5 },
        ],
        morePoints: 3.5,
      },
      {
        signal: 'promo',
        label: 'Self-promotion',
        points: -9.3,
        reasons: [{ field: 'selftext', start: 5, text: 'I built', points: -9.3 }],
        more: [],
        morePoints: 0,
      },
    ])
  })

  test('the base, the groups and the rest add up to the score', () => {
    const groups = scoreGroups(result).reduce((sum, group) => sum + group.points, 0)
    expect(startingPoints(result)).toBe(12.3)
    expect(startingPoints(result) + groups + otherWords(result).points).toBeCloseTo(
      result.opportunityScore,
      5,
    )
  })

  test('a signal is represented by its strongest sentence', () => {
    expect(scoreGroups(result).map((group) => strongestReason(group)?.text)).toEqual([
      'Is there a tool for invoices?',
      'copy paste',
      'I built',
    ])
  })

  test('a sentence with several signals is listed once, with each signal and their sum', () => {
    const [asked] = result.evidence
    const both = { signal: 'pain', field: 'title' as const, start: 0, end: 29, points: -2.5 }
    const head = strongestSentences({ ...result, evidence: [...result.evidence, both] })
    expect(head.map(({ text, points }) => [text, points])).toEqual([
      ['Is there a tool for invoices?', 17.5],
      ['I built', -9.3],
      ['copy paste', 9],
      ['every day in a spreadsheet', 3],
    ])
    expect(head[0]?.signals).toEqual([asked, both])
  })

  test('other wording lists its sentences, and the words with the most points', () => {
    expect(otherWords(result)).toMatchObject({
      points: 2.5,
      words: ['tool'],
      more: [{ text: 'Is there a tool for invoices?', points: 2.5 }],
    })
  })

  test('the cue words of a sentence are listed by signal', () => {
    expect(cuesBySignal(result)).toEqual([
      { signal: 'solution_request', label: 'Asks for a solution', cues: ['Is there', 'tool'] },
      { signal: 'wording', label: 'Other wording', cues: ['tool'] },
    ])
  })

  test('a sentence without points is listed with its signal, but not in a sum', () => {
    const shown = { signal: 'promo', field: 'title' as const, start: 11, end: 15, points: 0 }
    const [asked] = result.evidence
    const both = { ...result, evidence: asked === undefined ? [] : [asked, shown] }
    expect(scoreGroups(both).map(({ signal }) => signal)).toEqual(['solution_request'])
    expect(signalGroup(both, 'promo')).toMatchObject({ points: 0, reasons: [{ text: 'tool', points: 0 }] })
    expect(describeEvidence([shown])).toBe('Self-promotion shows here')
  })

  test('a result of an older scorer shows the points of its other sentences without their text', () => {
    const shown = { signal: 'pain', field: 'title' as const, start: 0, end: 2, points: 0 }
    const others = { signal: 'pain', field: 'title' as const, start: 0, end: 0, points: 21.3 }
    const unclear = signalGroup({ ...result, evidence: [shown, others] }, 'pain')
    expect(unclear).toMatchObject({ points: 21.3, more: [], morePoints: 21.3 })
  })

  test('a signal without sentences has no points', () => {
    expect(signalGroup(result, 'urgency')).toMatchObject({ label: 'Urgency', points: 0 })
    expect(signalGroup(result, 'solution_request')).toMatchObject({
      label: 'Asks for a solution',
      points: 20,
    })
  })

  test('an unknown signal still has a readable name', () => {
    const unknown = { signal: 'seasonal_need', field: 'title' as const, start: 0, end: 2, points: 4 }
    expect(describeEvidence([unknown])).toBe('Seasonal need +4')
  })
})
