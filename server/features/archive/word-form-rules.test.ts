import { expect, test } from 'vitest'
import { formLexeme, wordForms } from './word-form-rules.ts'

test.each([
  ['Expenses', '=expense'],
  ['expensive', '=expensive'],
  ['companies', '=company'],
  ['business', '=business'],
  ['status', '=status'],
  ['grading', '=grading'],
])('%s is marked %s', (word, expected) => {
  expect(formLexeme(word)).toBe(expected)
})

test.each(['crm', 'e-mail', 'café', 'b2b'])('%s has no form of its own', (word) => {
  expect(formLexeme(word)).toBeNull()
})

test('a post has each form once, none from addresses, and none that its stem shows', () => {
  const post = {
    title: 'Expenses of our restaurants',
    selftext: 'An expense at https://example.com/grading is expensive. Stock.',
  }
  expect(wordForms(post)).toEqual(['expense', 'restaurant', 'expensive'])
})
