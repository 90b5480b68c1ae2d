import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Evidence } from '#contract/search.ts'
import { markClass, marksOf, splitHighlights } from './highlighted-text.tsx'
import { findersOfKeyword, splitKeyword } from './split-keyword.ts'

function span(start: number, end: number, signal = 'pain', points = 5): Evidence {
  return { signal, field: 'selftext', start, end, points }
}

function shape(text: string, spans: Evidence[], textStart?: number) {
  return splitHighlights(text, spans, textStart).map((piece) => [
    piece.text,
    piece.evidence.map((one) => one.signal).join('+'),
  ])
}

describe('splitHighlights', () => {
  test('text without evidence stays in one piece', () => {
    expect(shape('plain words', [])).toEqual([['plain words', '']])
  })

  test('an empty text has no pieces', () => {
    expect(shape('', [])).toEqual([])
  })

  test('evidence at both ends of a text leaves no empty pieces', () => {
    expect(shape('pain and money', [span(0, 4), span(9, 14, 'money')])).toEqual([
      ['pain', 'pain'],
      [' and ', ''],
      ['money', 'money'],
    ])
  })

  test('words shared by overlapping spans belong to both', () => {
    expect(shape('is there a tool', [span(0, 10, 'solution_request'), span(3, 15, 'pain')])).toEqual([
      ['is ', 'solution_request'],
      ['there a', 'solution_request+pain'],
      [' tool', 'pain'],
    ])
  })

  test('a span inside another keeps both signals', () => {
    expect(shape('abcdef', [span(0, 6, 'pain'), span(2, 4, 'money')])).toEqual([
      ['ab', 'pain'],
      ['cd', 'pain+money'],
      ['ef', 'pain'],
    ])
  })

  test('an excerpt shows the part of a span that reaches into it', () => {
    expect(shape('llo wor', [span(0, 5), span(8, 20, 'money')], 2)).toEqual([
      ['llo', 'pain'],
      [' wo', ''],
      ['r', 'money'],
    ])
  })

  test('evidence outside the text or without length highlights nothing', () => {
    expect(shape('middle', [span(0, 10), span(16, 20), span(12, 12)], 10)).toEqual([['middle', '']])
  })

  test('for any spans, the joined pieces equal the text', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: -5, max: 60 })))
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), spans, fc.nat(20), (text, ends, textStart) => {
        const pieces = splitHighlights(
          text,
          ends.map(([start, end]) => span(start, end)),
          textStart,
        )
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        expect(pieces.every((piece) => piece.text !== '')).toBe(true)
      }),
    )
  })
})

test('a sentence is highlighted as for or against a need by the sign of its points', () => {
  expect(markClass([span(0, 4, 'pain', 3), span(0, 4, 'promo', -2)])).toBe('mark-for')
  expect(markClass([span(0, 4, 'pain', 1), span(0, 4, 'promo', -2)])).toBe('mark-against')
})

test('a sentence without points is neither for nor against a need', () => {
  expect(markClass([span(0, 4, 'promo', 0)])).toBe('mark-told')
  expect(markClass([span(0, 4, 'frequency', 0), span(0, 4, 'promo', 0)])).toBe('mark-told')
})

test('a sentence that is not shown at first can be linked, and is neither for nor against a need', () => {
  const entry = { ...span(0, 0, 'pain', 0.7), sentences: [0, 5, 0.5, 6, 9, 0.2] }
  const marks = marksOf([span(6, 9, 'promo', -3), entry], 'selftext')
  expect(shape('plain one', marks)).toEqual([
    ['plain', 'pain'],
    [' ', ''],
    ['one', 'promo+pain'],
  ])
  expect(markClass(marks)).toBe('mark-against')
  expect(marksOf([entry], 'title')).toEqual([])
})

const marked = (text: string, keyword: string) =>
  splitKeyword(text, findersOfKeyword(keyword))
    .map((piece, at) => (at % 2 === 1 ? `[${piece}]` : piece))
    .join('')

test('the words of a keyword are found in all common forms, and no text is lost', () => {
  expect(marked('Invoicing: my invoices, an invoice.', 'invoice')).toBe(
    '[Invoicing]: my [invoices], an [invoice].',
  )
  expect(marked('time tracking, timetracking', 'time-tracking')).toBe('[time tracking], [timetracking]')
  expect(marked('translated by a translator: management, manages', 'translation manager')).toBe(
    '[translated] by a [translator]: [management], [manages]',
  )
  expect(marked('a portion of the port', 'port')).toBe('a portion of the [port]')
  expect(marked('the quest of a question', 'question')).toBe('the quest of a [question]')
  expect(marked('the quest of a question', 'quest')).toBe('the [quest] of a question')
  expect(marked('', 'invoice')).toBe('')
})

test('words of the same stem are highlighted, because the search finds them', () => {
  expect(marked('Management of managers', 'managment')).toBe('[Management] of [managers]')
  expect(marked('scheduling, happy, automated', 'schedulings happiness automation')).toBe(
    '[scheduling], [happy], [automated]',
  )
  expect(marked('dying of "time-keeping"', 'die keeps')).toBe('[dying] of "time-[keeping]"')
  expect(marked('portion, porter', 'portions')).toBe('[portion], porter')
})

test('of matches that overlap, the first is highlighted, and the longer one if both start together', () => {
  expect(marked('time tracking tools', 'time-tracking tracking-tool time')).toBe('[time tracking] tools')
})

test('excluded words are not highlighted, and malicious keywords highlight nothing', () => {
  expect(marked('kettle and fish', 'kettle -fish')).toBe('[kettle] and fish')
  expect(findersOfKeyword('"" - !')).toEqual([])
  expect(marked('a (b) .*', '.* (b)')).toBe('a ([b]) .*')
})
