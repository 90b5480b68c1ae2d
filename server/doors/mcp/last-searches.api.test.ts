import { expect, test } from 'vitest'
import { callByKey, makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { agentClients } from '#tests/harness/mcp-clients.ts'
import { need } from '#tests/harness/search-calls.ts'
import { openTestApp } from '#tests/harness/test-app.ts'

const trades = ['bakery', 'brewery', 'carpenter', 'dentist', 'electrician', 'florist', 'gardener']

test('the last two searches of an account are two, by page, key and agent together', async () => {
  const product = await openTestApp({}, { API_KEYS: 'everybody' })
  const posts = trades.map((trade, at) =>
    makePost({ ...need(`quillfeathers in a ${trade}`), sourceId: `post${at}` }),
  )
  await product.storePosts(posts)
  const { pool } = product.database
  const last = await signUpPro(product)
  const { secret } = await makeKeyOf(product.app, last)
  const place = new URL('/mcp', await product.app.listen({ port: 0, host: '127.0.0.1' }))
  await pool.query(`update users set subscription_tier = 'free' where id = $1`, [last.user.id])
  const client = await agentClients['the 2.x client'](place, secret)
  const byPage = (at: number) =>
    product.app
      .inject({
        method: 'POST',
        url: '/api/search',
        payload: { keyword: `quillfeathers ${trades[at]}` },
        headers: { cookie: last.cookie },
      })
      .then(({ statusCode }) => statusCode === 200)
  const byKey = (at: number) =>
    callByKey(product.app, '/search', {
      key: secret,
      payload: { keyword: `quillfeathers ${trades[at]}` },
    }).then(({ statusCode }) => statusCode === 200)
  const byAgent = (at: number) =>
    client
      .callTool('search_posts', { keyword: `quillfeathers ${trades[at]}` })
      .then(({ isError }) => isError !== true)
  const ways = [byPage, byKey, byAgent]
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (ways[at % ways.length] ?? byPage)(at % trades.length)),
  )
  expect(outcomes.filter(Boolean)).toHaveLength(2)
  await client.close()
  await product.close()
})
