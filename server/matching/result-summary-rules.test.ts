import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Evidence } from '#contract/search.ts'
import { excerptOf, reasonBelowTitle, storedScoreOf } from './result-summary-rules.ts'

describe('an excerpt', () => {
  const evidenceAt = (start: number, end: number, points = 5): Evidence => ({
    signal: 'pain',
    field: 'selftext',
    start,
    end,
    points,
  })

  test('is the whole of a short text', () => {
    expect(excerptOf('Short.', [])).toEqual({ excerpt: 'Short.', excerptStart: 0 })
  })

  test('is the piece with the heaviest evidence, found again at its offset, cut between words', () => {
    const text = `${'plain words '.repeat(80)}I hate this every day ${'more words '.repeat(80)}`
    const start = text.indexOf('hate')
    const { excerpt, excerptStart } = excerptOf(text, [evidenceAt(0, 5, 1), evidenceAt(start, start + 4, -9)])
    expect(text.slice(excerptStart, excerptStart + excerpt.length)).toBe(excerpt)
    expect(excerpt).toContain('hate this every day')
    expect(excerpt.length).toBeLessThanOrEqual(limits.excerptCharacters + 40)
    expect(excerpt).toMatch(/^\S/)
  })

  test('never cuts a character in two', () => {
    const text = '\u{1F600}'.repeat(1000)
    for (const at of [0, 301, 502, 1001]) {
      expect(excerptOf(text, [evidenceAt(at, at + 2)]).excerpt.isWellFormed()).toBe(true)
    }
  })

  test('of an endless word is bounded', () => {
    expect(excerptOf('a'.repeat(100_000), [evidenceAt(50_000, 50_010)]).excerpt.length).toBeLessThan(450)
  })
})

test('a result summary carries the words of evidence that stands outside title and excerpt, and of no other', () => {
  const selftext = `I hate this. ${'more words '.repeat(80)}is there a tool?`
  const at = (field: 'title' | 'selftext', start: number, end: number, points: number) => ({
    signal: 'pain' as const,
    field,
    start,
    end,
    points,
  })
  const evidence = [
    at('title', 0, 3, 1),
    at('selftext', 2, 6, 9),
    at('selftext', selftext.length - 5, selftext.length - 1, 1),
    at('selftext', 0, 0, -2),
  ]
  const score = {
    opportunityScore: 9,
    exactScore: 9.1,
    base: -1.3,
    signals: [],
    persona: 'Not stated',
    evidence,
  }
  const {
    summary: read,
    opportunityScore,
    reason,
  } = storedScoreOf({ title: 'Why', selftext, community: 'x' }, score)
  expect(opportunityScore).toBe(9)
  expect(read.base).toBe(-1.3)
  expect(reason).toEqual(evidence[1])
  expect(read.textCharacters).toBe(selftext.length)
  expect(read.evidence.map((one) => one.words)).toEqual([undefined, undefined, 'tool', undefined])
})

test('a reason is not repeated below a title that contains it', () => {
  const excerpt = 'I hate invoices. Is there  a\ntool?'
  const below = (title: string, reason: Evidence | null) =>
    reasonBelowTitle({ title, excerpt, excerptStart: 0, reason })
  const inText: Evidence = { signal: 'seeking', field: 'selftext', start: 17, end: 34, points: 5 }
  expect(below('Invoices', inText)).toBe('Is there  a\ntool?')
  expect(below('Is there a tool? (new)', inText)).toBeNull()
  expect(below('Is there a tool?', { ...inText, field: 'title', start: 0, end: 16 })).toBeNull()
  expect(below('Invoices', null)).toBeNull()
})
