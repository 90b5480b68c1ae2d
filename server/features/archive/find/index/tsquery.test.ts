import { expect, test } from 'vitest'
import { readTsQuery } from './tsquery.ts'

const lexeme = (name: string) => ({ kind: 'lexeme', lexeme: name })

test('a query is read as PostgreSQL reads it: "not" first, then phrases, "and", "or"', () => {
  expect(readTsQuery("'a' & !'b' | 'c' <2> 'd' <1> 'e'")).toEqual({
    kind: 'or',
    parts: [
      { kind: 'and', parts: [lexeme('a'), { kind: 'not', part: lexeme('b') }] },
      {
        kind: 'phrase',
        lexemes: [
          { lexeme: 'c', offset: 0 },
          { lexeme: 'd', offset: 2 },
          { lexeme: 'e', offset: 3 },
        ],
      },
    ],
  })
})

test('quotes and backslashes within a lexeme are part of it', () => {
  expect(readTsQuery("((('o''clock')) & ('a\\\\b'))")).toEqual({
    kind: 'and',
    parts: [lexeme("o'clock"), lexeme('a\\b')],
  })
})

test.each(["'a' &", "('a'", "'a' 'b'", 'a', "'a' <1> ('b' | 'c')", ''])('%s is refused', (text) => {
  expect(() => readTsQuery(text)).toThrow(/query|phrase/)
})
