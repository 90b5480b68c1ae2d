import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { asWords } from './searched-words.ts'

let product: TestApp
beforeAll(async () => {
  product = await openTestApp()
})
afterAll(() => product.close())

const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))
const signs = printable.filter((sign) => !/[a-z0-9]/iu.test(sign))

test('a word or a number is found whichever sign stands beside it, and wherever it stands', async () => {
  const texts = signs.flatMap((sign) =>
    ['60', '60k', 'market'].flatMap((word) =>
      [
        `${sign}${word}`,
        `${sign}${sign}${word}`,
        `${word}${sign}`,
        `${sign}${word} ago`,
        `about ${sign}${word}`,
        `a${sign}${word}`,
        `9${sign}${word}`,
        `${word}${sign}9`,
        `(${sign}${word}${sign})`,
      ].map((text) => ({ word, text })),
    ),
  )
  const { rows } = await product.database.pool.query<{ text: string }>(
    `select text from unnest($1::text[], $2::text[]) as one (word, text)
      where not to_tsvector('english', ${asWords('text')}) @@ phraseto_tsquery('english', ${asWords('word')})`,
    [texts.map(({ word }) => word), texts.map(({ text }) => text)],
  )
  expect(rows).toEqual([])
})
