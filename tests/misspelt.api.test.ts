import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { countWords } from '#server/features/archive/store/count-words.ts'
import { makeWordCountStore } from '#server/features/archive/store/word-count-store.ts'
import { signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { cookieOf, search } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const many = (title: string, of = 400) => Array.from({ length: of }, (_, at) => `${title} ${at}`)
let product: TestApp
beforeAll(async () => {
  product = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' })
  const titles = [
    ...many('An invoice of number'),
    ...many('Onboarding of person'),
    ...many('Property management of house'),
    ...many('A spoon', 1500),
    // `invoce` and `invoke` have the same stem.
    'How to invoke a spirit',
    'Our onbording is slow',
    'A propery for rent',
  ]
  await product.storePosts(
    titles.map((title, at) => makePost({ title, selftext: '', sourceId: `word${at}` })),
  )
  await countWords({ store: makeWordCountStore(product.database.db) }, 10_000)
})
afterAll(() => product.close())

const didYouMean = (reply: { coverage: { suggestions?: { didYouMean: string | null } }[] }) =>
  reply.coverage.map(({ suggestions }) => suggestions?.didYouMean ?? null)[0]

test.each([
  ['invoce', 'invoice'],
  ['onbording', 'onboarding'],
  ['propery managment', 'property management'],
])('"%s" has few matches, suggests "%s" and does not count as a search', async (keyword, meant) => {
  const headers = { cookie: cookieOf(await search(product.app, 'spoon')) }
  for (let again = 0; again < 3; again += 1) {
    const reply = (await search(product.app, keyword, headers)).json()
    expect(reply.count).toBeLessThanOrEqual(10)
    expect([didYouMean(reply), reply.free]).toEqual([meant, true])
  }
  const last = (await search(product.app, meant, headers)).json()
  expect([last.count > 10, last.free, didYouMean(last)]).toEqual([true, undefined, null])
  expect((await search(product.app, 'spoon', headers)).statusCode).toBe(429)
})

test('searches with misspelt keywords are free as many times a day as empty searches', async () => {
  await product.database.pool.query('delete from rate_limits')
  const { cookie } = await signUp(product.app)
  for (let time = 0; time < limits.emptySearchesPerDay; time += 1) {
    const { count, free } = (await search(product.app, 'onbording', { cookie })).json()
    expect([count, free]).toEqual([1, true])
  }
  expect((await search(product.app, 'onbording', { cookie })).json().free).toBeUndefined()
})

test('a stream says that a search with a misspelt keyword is free', async () => {
  await product.database.pool.query('delete from rate_limits')
  const { body } = await product.app.inject({
    method: 'POST',
    url: '/api/search-stream',
    payload: { keyword: 'onbording' },
  })
  expect(body).toContain('"free":true')
})

test('a rare word that is not similar to another counts as a search', async () => {
  const reply = (await search(product.app, 'spirit')).json()
  expect([reply.count, reply.free, didYouMean(reply)]).toEqual([1, undefined, null])
})
