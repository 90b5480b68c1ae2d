import { expect, test } from 'vitest'
import { archiveQuery, mostOf } from './archive-query-rules.ts'

const term = (stems: string, excluded = false) => ({ stems, excluded })

test('all words are asked for, in the title too, and most of them when there are several', () => {
  expect(archiveQuery([term("'invoic'"), term("'time'"), term("'it''s'")])).toEqual({
    all: "(('invoic') & ('time') & ('it''s'))",
    title: "('invoic':A) & ('time':A) & ('it''s':A)",
    most: "(('invoic') & ('time') | ('invoic') & ('it''s') | ('time') & ('it''s'))",
  })
})

test('a phrase is asked for as it is, and widened to its words in any order', () => {
  expect(archiveQuery([term("'time' <-> 'a<->b'"), term("'late' <2> 'night'", true)])).toEqual({
    all: "(('time' <-> 'a<->b')) & !('late' <2> 'night')",
    title: "('time':A <-> 'a<->b':A)",
    most: "('time' & 'a<->b') & !('late' <2> 'night')",
  })
})

test('excluded words are left out of every form of the question', () => {
  const query = archiveQuery([term("'email'"), term("'client'"), term("'gmail'", true)])
  expect(query?.all).toBe("(('email') & ('client')) & !('gmail')")
  expect(query?.most).toBe("(('email') | ('client')) & !('gmail')")
})

test('one word has nothing to widen to, and a word said twice is one word', () => {
  expect(archiveQuery([term("'email'"), term("'email'")])?.most).toBeNull()
})

test('stop words and exclusions alone ask for nothing', () => {
  expect(archiveQuery([term(''), term("'gmail'", true)])).toBeNull()
})

test('most is more than half, and either of two', () => {
  expect([2, 3, 4, 5, 8].map(mostOf)).toEqual([1, 2, 3, 3, 5])
})
