import { expect, test } from 'vitest'
import { findSignWords, signWordsOf } from './sign-words.ts'

test.each([
  ['I use C++, C# and F#.', ['c++', 'c#', 'f#']],
  ['C/C++ or (C++17)', ['c', 'c++']],
  ['.NET, ASP.NET and foo.net', ['.net']],
  ["AT&T's R&amp;D, Q&A", ['at&t', 'r&d', 'q&a']],
  ['$50/month, €20, £9.99, 20€, US$1,000 and $50k', ['$50', '€20', '£9.99', '20€', '$1000', '$50k']],
  ['100% of 5.5%', ['100%', '5.5%']],
  ['#1 of @somebody, not me@example.com or &#39;', ['#1', '@somebody']],
  ['24/7 A/B tests, and/or https://example.com/a/b', ['24/7', 'a/b', 'b']],
  ['R, not r/SaaS nor R&B nor e.g. 4.', ['r', 'r&b']],
  ["I don't, it's p.m. and a plan", []],
  ['A+B is no word, A+ is', ['a+']],
  ['a=1&b=2', []],
])('%s has the words %j', (text, words) => {
  expect(signWordsOf(text)).toEqual(words)
})

test('the places of words are those in the text', () => {
  const text = 'Ünïcode 😀 C++ and C++'
  expect(findSignWords(text).map(({ start, end }) => text.slice(start, end))).toEqual(['C++', 'C++'])
})
