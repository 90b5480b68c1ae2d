import { expect, test } from 'vitest'
import { archiveQuery, mostOf } from './archive-query-rules.ts'

const term = (stems: string, excluded = false) => ({ stems, excluded })

test('all words are asked for, in the title too, and most of them when there are several', () => {
  expect(archiveQuery([term("'invoic'"), term("'time'"), term("'it''s'")])).toEqual({
    all: { words: "(('invoic') & ('time') & ('it''s'))", exactly: null },
    title: "('invoic':A) & ('time':A) & ('it''s':A)",
    most: {
      words: "(('invoic') & ('time') | ('invoic') & ('it''s') | ('time') & ('it''s'))",
      exactly: null,
    },
  })
})

test('a phrase is looked up by its words and then checked for', () => {
  expect(archiveQuery([term("'time' <-> 'a<->b'"), term("'late' <2> 'night'", true)])).toEqual({
    all: {
      words: "(('time' & 'a<->b'))",
      exactly: "(('time' <-> 'a<->b')) & !('late' <2> 'night')",
    },
    title: "('time':A <-> 'a<->b':A)",
    most: {
      words: "(('time' & 'a<->b'))",
      exactly: "(('time' & 'a<->b')) & !('late' <2> 'night')",
    },
  })
})

test('excluded words are left out of every form of the question', () => {
  const query = archiveQuery([term("'email'"), term("'client'"), term("'gmail'", true)])
  expect(query?.all.words).toBe("(('email') & ('client')) & !('gmail')")
  expect(query?.most?.words).toBe("(('email') | ('client')) & !('gmail')")
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
