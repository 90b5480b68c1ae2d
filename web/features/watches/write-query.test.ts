import { expect, test } from 'vitest'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { emptyFields, writeQuery } from './write-query.ts'

test('the fields of the form write a query without wrong places, whatever is typed into them', () => {
  const query = writeQuery({
    all: 'invoice "tool',
    any: 'late payment, OR, c++',
    phrase: 'I would pay',
    none: 'free, (beta)',
    communities: 'r/SaaS, startups',
    sources: 'hacker-news',
    after: '2026-03-01',
  })
  expect(query).toBe(
    'invoice tool ("late payment" OR "OR" OR c++) "I would pay" -free -"(beta)" in:r/SaaS,startups source:hacker-news after:2026-03-01',
  )
  expect(parseKeyword(query).problems).toBeUndefined()
})

test('one alternative needs no parentheses, and no field no query', () => {
  expect(writeQuery({ ...emptyFields, any: 'crm' })).toBe('crm')
  expect(writeQuery(emptyFields)).toBe('')
})

test('the name of a list keeps its blanks', () => {
  const query = writeQuery({ ...emptyFields, all: 'invoice', communities: 'My  list, saas, Other list' })
  expect(query).toBe('invoice in:saas in:"My list" in:"Other list"')
  expect(parseKeyword(query).communities).toEqual(['saas', 'my list', 'other list'])
})
