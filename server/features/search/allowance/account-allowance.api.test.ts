import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { savedResultsReply, searchReply } from '#contract/search.ts'
import { searchHistoryItem, usageStats } from '#contract/usage.ts'
import { SourceError } from '#server/source-ports.ts'
import type { Replacements } from '#server/wiring/wired.ts'
import { makePerson, post, type SignedUp, sessionCookieOf, signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { cookieOf, need, search } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let now = new Date('2026-03-10T12:00:00Z')
let fails = false
let product: TestApp
beforeAll(async () => {
  const replaced: Replacements = {
    clock: () => now,
    sources: (archive) => [
      {
        ...archive,
        search: (query, limits) => {
          if (fails) throw new SourceError('is away')
          return archive.search(query, limits)
        },
      },
    ],
  }
  product = await openTestApp(replaced, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' })
  await product.storePosts([makePost({ ...need('invoicing'), sourceId: 'need1' })])
})
afterAll(() => product.close())

const searchAs = ({ cookie }: SignedUp, app = product.app) => search(app, 'invoicing', { cookie })

async function read(person: SignedUp, url: string) {
  return product.app.inject({ url, headers: { cookie: person.cookie } })
}

async function usageOf(person: SignedUp) {
  return usageStats.parse((await read(person, '/api/usage-stats')).json())
}

async function historyOf(person: SignedUp) {
  return z.array(searchHistoryItem).parse((await read(person, '/api/search-history')).json())
}

const makePro = ({ user }: SignedUp) =>
  product.database.pool.query(`update users set subscription_tier = 'pro' where id = $1`, [user.id])

describe('a free account', () => {
  test('has two searches a month and is told when there are more', async () => {
    const person = await signUp(product.app)
    expect(await usageOf(person)).toMatchObject({ searchesThisMonth: 0, searchesToday: 0, totalResults: 0 })
    const replies = [await searchAs(person), await searchAs(person), await searchAs(person)]
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 429])
    expect(replies[2]?.json()).toMatchObject({
      code: 'monthly_limit',
      message: 'Monthly limit reached',
      // Pro cannot be bought in this installation.
      userMessage:
        'You have used your 2 free searches this month. Whoever runs this installation can lift the limit with SELF_HOSTED=on.',
    })
    expect(Number(replies[2]?.headers['retry-after'])).toBeGreaterThan(86_400)
    expect(await usageOf(person)).toMatchObject({
      subscriptionTier: 'free',
      searchesThisMonth: 2,
      searchesToday: 2,
      totalResults: 2,
      accountStatus: 'Active',
    })
  })

  test('has no limit where SELF_HOSTED=on says so, whatever its network has used, and visitors keep theirs', async () => {
    const app = await product.another({ SELF_HOSTED: 'on', ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1' })
    const person = await signUp(product.app)
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) statuses.push((await searchAs(person, app)).statusCode)
    expect(statuses).toEqual(Array(6).fill(200))
    expect(await usageOf(person)).toMatchObject({ subscriptionTier: 'free', searchesThisMonth: 6 })
    await search(app, 'invoicing')
    const refused = await search(app, 'invoicing')
    expect(refused.json()).toMatchObject({
      code: 'address_daily_limit',
      userMessage: 'Sign in to search without a limit.',
    })
    // When the limit is on again, earlier searches count.
    expect((await searchAs(person)).statusCode).toBe(429)
  })

  test('starts again by itself when its month is over', async () => {
    const person = await signUp(product.app)
    await searchAs(person)
    await searchAs(person)
    const began = new Date('2026-02-10T12:00:00Z')
    const move = 'update users set subscription_period_start = $1 where id = $2'
    await product.database.pool.query(move, [began, person.user.id])
    await product.database.pool.query(`update free_allowances set until = until - interval '1 month'`)
    expect(await usageOf(person)).toMatchObject({ searchesThisMonth: 0, totalResults: 2 })
    expect((await searchAs(person)).statusCode).toBe(200)
    expect(await usageOf(person)).toMatchObject({
      searchesThisMonth: 1,
      periodEndsAt: '2026-04-10T12:00:00.000Z',
    })
  })

  test('pays nothing for a search whose sources all failed', async () => {
    const person = await signUp(product.app)
    fails = true
    expect((await searchAs(person)).statusCode).toBe(503)
    fails = false
    expect((await usageOf(person)).searchesThisMonth).toBe(0)
  })

  test('gets exactly two of twenty parallel searches, through two instances, a hundred times over', async () => {
    const other = await product.another()
    const person = await signUp(product.app)
    for (let round = 0; round < 100; round += 1) {
      await product.database.pool.query('update users set searches_this_month = 0 where id = $1', [
        person.user.id,
      ])
      await product.database.pool.query('delete from free_allowances')
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) => searchAs(person, index % 2 === 0 ? product.app : other)),
      )
      const statuses = replies.map((reply) => reply.statusCode)
      expect(statuses.filter((status) => status === 200)).toHaveLength(2)
      expect(statuses.filter((status) => status === 429)).toHaveLength(18)
    }
    const { rows } = await product.database.pool.query(
      'select count(*)::integer as saved from search_sessions where user_id = $1',
      [person.user.id],
    )
    expect(rows[0]?.saved).toBe(200)
  }, 300_000)

  test('gets no advanced score and no enhanced persona, also from a result it loads again', async () => {
    const person = await signUp(product.app)
    const reply = await searchAs(person)
    const saved = await read(person, `/api/search-results/${reply.json().sessionId}`)
    for (const body of [reply.body, saved.body]) {
      expect(body).not.toContain('advancedScore')
      expect(body).not.toContain('enhancedPersona')
    }
  })
})

describe('a Pro account', () => {
  test('searches without a limit and gets the advanced score and the persona with what they rest on', async () => {
    const person = await signUp(product.app)
    await makePro(person)
    for (let count = 0; count < 4; count += 1) expect((await searchAs(person)).statusCode).toBe(200)
    const reply = searchReply.parse((await searchAs(person)).json())
    const result = reply.results[0]
    expect(result?.advancedScore?.breakdown).toHaveLength(4)
    expect(result?.advancedScore?.overallScore).toBeGreaterThan(0)
    expect(result?.enhancedPersona?.painPointAnalysis.evidence.length).toBeGreaterThan(0)
    const saved = savedResultsReply.parse(
      (await read(person, `/api/search-results/${reply.sessionId}`)).json(),
    )
    expect(saved.results).toEqual(reply.results)
    expect((await usageOf(person)).subscriptionTier).toBe('pro')
  })

  test('that becomes free again is held to what it used this month', async () => {
    const person = await signUp(product.app)
    await makePro(person)
    for (let count = 0; count < 3; count += 1) await searchAs(person)
    await product.database.pool.query(`update users set subscription_tier = 'free' where id = $1`, [
      person.user.id,
    ])
    expect((await searchAs(person)).statusCode).toBe(429)
  })
})

describe('history', () => {
  test('takes over what the browser searched before its owner signed up, and nothing of other browsers', async () => {
    const anonymous = await search(product.app, 'invoicing')
    await search(product.app, 'bees')
    const { sessionId } = anonymous.json()
    const person = makePerson()
    const registered = await post(product.app, '/api/register', person, { cookie: cookieOf(anonymous) })
    const cookie = sessionCookieOf(registered) ?? ''
    const history = await product.app.inject({ url: '/api/search-history', headers: { cookie } })
    expect(history.json()).toMatchObject([{ keyword: 'invoicing', sessionToken: sessionId }])
    expect((await product.app.inject({ url: `/api/search-results/${sessionId}` })).statusCode).toBe(404)
  })

  test('holds the five newest searches, newest first, and none of anybody else', async () => {
    const [person, stranger] = [await signUp(product.app), await signUp(product.app)]
    await makePro(person)
    await searchAs(stranger)
    for (const keyword of ['one', 'two', 'three', 'four', 'five', 'six']) {
      await search(product.app, keyword, { cookie: person.cookie })
      now = new Date(now.getTime() + 1000)
    }
    expect((await historyOf(person)).map((item) => item.keyword)).toEqual([
      'six',
      'five',
      'four',
      'three',
      'two',
    ])
  })

  test('loads an old result at no cost, and only for its owner', async () => {
    const [person, stranger] = [await signUp(product.app), await signUp(product.app)]
    await searchAs(person)
    const token = (await historyOf(person))[0]?.sessionToken
    for (const url of [`/api/search-results/${token}`, `/api/download/${token}`]) {
      expect((await read(person, url)).statusCode).toBe(200)
      expect((await read(stranger, url)).json()).toMatchObject({ code: 'results_expired' })
      expect((await product.app.inject({ url })).statusCode).toBe(404)
    }
    expect((await usageOf(person)).searchesThisMonth).toBe(1)
  })

  test('says that results have expired by leaving out their token', async () => {
    const person = await signUp(product.app)
    await searchAs(person)
    await product.database.pool.query(`update search_results set expires_at = now() - interval '10 years'`)
    expect((await historyOf(person))[0]?.sessionToken).toBeNull()
  })
})
