import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePost } from '#tests/harness/make-post.ts'
import { searchOnce } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const cases = [
  ['restaurant', 'Software for restaurant/market owners'],
  ['market', 'Software for restaurant/market owners'],
  ['erp', 'Looking for a CRM/ERP'],
  ['CRM/ERP', 'An ERP that is a CRM'],
  ['quickbooks', 'I moved away from quickbooks.com.'],
  ['node.js', 'Node.js in production'],
  ['email', 'Sorting e-mail'],
  ['e-mail', 'Sorting email'],
  ['e-commerce', 'My ecommerce shop'],
  ['ecommerce', 'My e-commerce shop'],
  ['nonprofit', 'A non-profit of ours'],
  ['non-profit', 'A nonprofit of ours'],
  ['to-do', 'A todo list'],
  ['todo', 'A to-do list'],
  ['60', '~60 hours of typing'],
  ['61', 'Costs +61 a month'],
  ['62', 'For 30-62 people'],
  ['63', '-63 dollars'],
  ['covid-19', 'Covid-19 rules'],
  ['~/notes', 'Where my ~/notes are'],
  ['<market>', 'Software for restaurant/market owners'],
] as const

let product: TestApp
beforeAll(async () => {
  product = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000' })
  await product.storePosts([...new Set(cases.map(([, title]) => title))].map((title) => makePost({ title })))
})
afterAll(() => product.close())

test.each(cases)('"%s" finds "%s"', async (keyword, title) => {
  const { results } = await searchOnce(product.app, keyword)
  expect(results.find((one) => one.title === title)?.match).toBe('title')
})

test('words that are too common to search for are reported', async () => {
  const { coverage } = await searchOnce(product.app, 'the list for me')
  expect(coverage[0]?.leftOut).toBe(
    'Left out of the search, because nearly every post contains them: "the", "for" and "me".',
  )
})
