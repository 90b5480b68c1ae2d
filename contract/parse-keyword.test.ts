import { expect, test } from 'vitest'
import { limitsOf, parseKeyword, sameQuestion } from './parse-keyword.ts'
import type { QueryNode } from './query-language.ts'

/** A query as text, with parentheses around every operator. */
function written(keyword: string): string {
  const { terms, query } = parseKeyword(keyword)
  const write = (node: QueryNode): string => {
    if ('term' in node) return terms[node.term]?.words ?? '?'
    if ('not' in node) return `!${write(node.not)}`
    return 'all' in node ? `(${node.all.map(write).join(' & ')})` : `(${node.any.map(write).join(' | ')})`
  }
  return query === undefined
    ? terms.map(({ words, excluded }) => `${excluded ? '!' : ''}${words}`).join(' ')
    : write(query)
}

test.each([
  ['crm OR erp', '(crm | erp)'],
  ['small crm OR erp tool', '((small & crm) | (erp & tool))'],
  ['(crm OR erp) tool -free', '((crm | erp) & tool & !free)'],
  ['"late invoice" (crm OR (erp "time sheet"))', '(late invoice & (crm | (erp & time sheet)))'],
  ['tool -(crm OR erp)', '(tool & !(crm | erp))'],
  ['tool -(crm erp)', '(tool & !(crm & erp))'],
  ['(c++) OR (node.js)', '(c++ | node js)'],
  ['(a/b) OR crm', '(a/b | crm)'],
  ['((crm)) (erp)', 'crm erp'],
  ['(crm -free) tool', 'crm !free tool'],
  ['(crm), (erp OR hrm).', '(crm & (erp | hrm))'],
])('%s is read as %s', (keyword, tree) => {
  expect(parseKeyword(keyword).problems).toBeUndefined()
  expect(written(keyword)).toBe(tree)
})

test.each([
  ['"crm OR erp"', 'crm OR erp'],
  ['"(crm" tool', '(crm tool'],
  ['"source:reddit" tool', 'source:reddit tool'],
  ['"in: all" tool', 'in: all tool'],
])('operators in quotes are words: %s', (keyword, words) => {
  const { problems, query, filters, communities, terms } = parseKeyword(keyword)
  expect({ problems, query, filters, communities }).toEqual({})
  expect(terms.map((term) => term.words).join(' ')).toBe(words)
})

test.each([
  ['crm or erp', 'crm or erp'],
  ['ORM tool', 'ORM tool'],
  ['employee(s) handbook', 'employee(s) handbook'],
  ['main() crash :) ;-)', 'main() crash'],
  ['my resource: files', 'my resource: files'],
  ['not-source:x', 'not source:x'],
])('what looks like an operator and is none keeps its meaning: %s', (keyword, words) => {
  const { problems, query, filters } = parseKeyword(keyword)
  expect({ problems, query, filters }).toEqual({})
  expect(written(keyword)).toBe(words)
})

test('filters limit the whole query, wherever they stand, and are none of its words', () => {
  const asked = parseKeyword(
    'source:Reddit crm score:60 in:saas OR erp after:2026-03 before:2026-05-01 signal:pain,money -source:"Hacker-News" -signal:"self-promotion"',
  )
  expect(asked).toMatchObject({
    keyword: 'crm OR erp',
    communities: ['saas'],
    filters: {
      sources: ['reddit'],
      notSources: ['hacker-news'],
      signals: ['pain', 'money'],
      notSignals: ['promo'],
      after: '2026-03-01T00:00:00.000Z',
      before: '2026-05-01T00:00:00.000Z',
      leastScore: 60,
    },
  })
  expect(asked.problems).toBeUndefined()
})

test('of two dates or scores the stricter counts, and names add up', () => {
  const asked = parseKeyword('crm score:70 score:30 after:2026 after:2026-02-03 source:a source:b,a')
  expect(asked.filters).toEqual({ leastScore: 70, after: '2026-02-03T00:00:00.000Z', sources: ['a', 'b'] })
})

test.each([
  ['crm OR', 5, 'At character 5: OR needs words on both sides.'],
  ['OR crm', 1, 'At character 1: OR needs words on both sides.'],
  ['crm OR OR erp', 8, 'At character 8: OR needs words on both sides.'],
  ['crm OR -erp', 5, 'At character 5: each side of OR needs a word to look for'],
  ['crm (erp', 5, 'At character 5: this parenthesis is not closed.'],
  ['crm erp)', 8, 'At character 8: “)” closes nothing.'],
  ['crm ( )', 5, 'At character 5: there are no words in these parentheses.'],
  ['(crm score:50)', 6, 'At character 6: score: is for the whole search; move it out of the parentheses.'],
  ['crm score:high', 5, 'At character 5: score: needs a number from 0 to 100, as in score:60.'],
  ['crm score:101', 5, 'At character 5: score: needs a number'],
  ['crm after:yesterday', 5, 'At character 5: after: needs a date, as in after:2026-03-01'],
  ['crm after:2026-02-30', 5, 'At character 5: after: needs a date'],
  ['crm after:2026-03 before:2026-02', 19, 'At character 19: The date of “after:” must be earlier'],
  ['crm source:', 5, 'At character 5: source: needs a name, as in source:reddit.'],
  ['crm signal:anger', 5, 'At character 5: There is no signal “anger”. The signals are pain,'],
  [`crm ${'('.repeat(11)}erp${')'.repeat(11)}`, 15, 'At character 15: parentheses can be nested 10 deep.'],
])('a wrong query says where and why: %s', (keyword, character, message) => {
  const [first] = parseKeyword(keyword).problems ?? []
  expect(first?.message).toContain(message)
  expect(first?.start).toBe(character - 1)
})

test('whoever wrote a wrong query is told how to search for the sign itself', () => {
  for (const keyword of ['OR crm', 'crm (erp', 'crm)', 'crm after:hours'])
    expect(parseKeyword(keyword).problems?.[0]?.message, keyword).toContain('in quotes')
})

test('equal queries are one search, different ones are not', () => {
  const question = (keyword: string) => sameQuestion(parseKeyword(keyword))
  expect(question('CRM  score:60 source:b,a')).toBe(question('source:a,b score:60 crm'))
  const others = [
    'crm OR erp',
    'crm or erp',
    'crm erp',
    'crm erp score:60',
    'crm erp in:saas',
    '(crm erp) OR hrm',
  ]
  expect(new Set(others.map(question)).size).toBe(others.length)
})

test('the limits of a query are kept for another one as they were typed', () => {
  expect(limitsOf('crm in:r/SaaS after:2026 score:60 source:"a b" signal:')).toBe(
    'in:r/SaaS after:2026 score:60 source:"a b"',
  )
})

test.each([
  ['  crm   (erp', 8, 9],
  ['\u00a0\u3000crm\t\tOR', 7, 9],
  ['“x” (erp', 4, 5],
  ['e\u0301e\u0301 (erp', 5, 6],
  ['\ufb03 (erp', 2, 3],
  ['ＣＲＭ　ｓｃｏｒｅ：ｈｉｇｈ', 4, 14],
  ['👍👍 crm score:high ', 9, 19],
])('in %j the wrong place is from %i to %i of what was typed', (typed, start, end) => {
  const [problem] = parseKeyword(typed).problems ?? []
  expect([problem?.start, problem?.end]).toEqual([start, end])
  expect(problem?.message).toMatch(new RegExp(`^At character ${start + 1}: `, 'u'))
})
