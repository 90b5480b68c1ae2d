import { expect, test } from 'vitest'
import { wordForms } from './searched-words.ts'

test('a post has each form once, none from addresses, and none that its stem shows', () => {
  const post = {
    title: 'Expenses of our restaurants',
    selftext: 'An expense at https://example.com/grading is expensive. Stock.',
  }
  expect(wordForms(post)).toEqual(['expense', 'restaurant', 'expensive'])
})
