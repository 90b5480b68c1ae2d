import { expect, test } from 'vitest'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { emptyFields, readFields, writeQuery } from './write-query.ts'

test('the fields of the form write a valid query for any input', () => {
  const query = writeQuery({
    all: 'invoice "tool',
    any: 'late payment, OR, c++',
    phrase: 'I would pay',
    none: 'free, (beta)',
    communities: 'r/SaaS, startups',
    sources: 'hacker-news',
    notSources: 'github, my forum',
    signal: 'willing_to_pay',
    after: '2026-03-01',
    before: '2026-06-01',
  })
  expect(query).toBe(
    'invoice tool ("late payment" OR "OR" OR c++) "I would pay" -free -"(beta)" in:r/SaaS,startups source:hacker-news -source:github -source:"my forum" signal:willing_to_pay after:2026-03-01 before:2026-06-01',
  )
  expect(parseKeyword(query).problems).toBeUndefined()
})

test('a single alternative has no parentheses, and empty fields give an empty query', () => {
  expect(writeQuery({ ...emptyFields, any: 'crm' })).toBe('crm')
  expect(writeQuery(emptyFields)).toBe('')
})

test('the name of a list keeps its spaces', () => {
  const query = writeQuery({ ...emptyFields, all: 'invoice', communities: 'My  list, saas, Other list' })
  expect(query).toBe('invoice in:saas in:"My list" in:"Other list"')
  expect(parseKeyword(query).communities).toEqual(['saas', 'my list', 'other list'])
})

test.each([
  'invoice tool',
  'invoice "late payment" -free -"no cost" in:saas in:"my list" source:reddit -source:github signal:money after:2026-03 before:2026-06-01',
  'c++ -template',
  '',
])('the fields show a query that was typed: %s', (query) => {
  const fields = readFields(query)
  expect(fields).not.toBeNull()
  if (fields === null) return
  const [typed, written] = [parseKeyword(query), parseKeyword(writeQuery(fields))]
  expect({ ...written, keyword: '' }).toEqual({ ...typed, keyword: '' })
})

test.each([
  'invoice OR billing',
  'tool score:60',
  '(tutor OR teacher) app',
  'tool -signal:joke',
  'tool signal:money,pain',
])('the fields stay empty for a query that they cannot express: %s', (query) =>
  expect(readFields(query)).toBeNull(),
)
