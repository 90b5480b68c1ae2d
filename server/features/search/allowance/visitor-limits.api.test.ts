import { describe, expect, test } from 'vitest'
import { makePost } from '#tests/harness/make-post.ts'
import { cookieOf, need, search } from '#tests/harness/search-calls.ts'
import { openTestApp } from '#tests/harness/test-app.ts'

describe('a visitor', () => {
  test('has exactly two searches a day, also when twenty run at once over two instances', async () => {
    let now = new Date('2026-05-01T12:00:00Z')
    const test = await openTestApp({ clock: () => now })
    await test.storePosts([makePost(need('invoicing'))])
    const second = await test.another()
    const cookie = cookieOf(
      await test.app.inject({ method: 'POST', url: '/api/score', payload: { title: 'Any', selftext: '' } }),
    )
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        search(index % 2 === 0 ? test.app : second, 'invoicing', { cookie }),
      ),
    )
    const refused = replies.filter((reply) => reply.statusCode === 429)
    expect(refused.length).toBe(18)
    expect(refused[0]?.json()).toEqual({
      code: 'visitor_daily_limit',
      message: 'Free searches used up today',
      // There are no keys, so payments are off here.
      userMessage: 'Sign in to get 2 free searches per month.',
    })
    expect(refused[0]?.headers['retry-after']).toBe(String(12 * 3600))
    const { rows } = await test.database.pool.query('select count(*)::int as saved from search_sessions')
    expect(rows[0].saved).toBe(2)
    now = new Date('2026-05-02T00:00:01Z')
    expect((await search(test.app, 'invoicing', { cookie })).statusCode).toBe(200)
    await test.close()
  })

  test('without a cookie is held to the limit of the address, which a forged header does not change', async () => {
    const test = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '3' })
    await test.storePosts([makePost(need('invoicing'))])
    const replies = []
    for (let round = 0; round < 5; round += 1) {
      replies.push(await search(test.app, 'invoicing', { 'x-forwarded-for': `10.9.8.${round}` }))
    }
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 429, 429])
    expect(replies[4]?.json().code).toBe('address_daily_limit')
    await test.close()
  })

  test('with a forged cookie is a new visitor', async () => {
    const test = await openTestApp()
    const reply = await search(test.app, 'invoicing', { cookie: 'visitor=AAAAAAAAAAAAAAAAAAAAAA.forged' })
    expect(reply.cookies.some((cookie) => cookie.name === 'visitor')).toBe(true)
    await test.close()
  })

  test('behind a trusted proxy is told apart by the address the proxy names', async () => {
    const test = await openTestApp(
      {},
      { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1', TRUSTED_PROXIES: '127.0.0.1' },
    )
    await test.storePosts([makePost(need('invoicing'))])
    const from = (address: string) => search(test.app, 'invoicing', { 'x-forwarded-for': address })
    expect((await from('203.0.113.5')).statusCode).toBe(200)
    expect((await from('203.0.113.5')).statusCode).toBe(429)
    expect((await from('203.0.113.6')).statusCode).toBe(200)
    await test.close()
  })
})
