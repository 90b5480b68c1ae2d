import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { searchReply } from '#contract/search.ts'
import { goodPassword, type SignedUp, signIn, signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { need } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { makeQuotaStore } from './quota-store.ts'

let now = new Date('2026-03-10T12:00:00Z')
let product: TestApp

beforeEach(async () => {
  now = new Date('2026-03-10T12:00:00Z')

  product = await openTestApp({ clock: () => now }, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '3' })
  await product.storePosts([makePost({ ...need('invoicing'), sourceId: 'need1' })])
})
afterEach(() => product.close())

type From = { cookie?: string; address?: string; app?: TestApp['app']; keyword?: string }

function searchFrom({ cookie, address = '10.0.0.1', app = product.app, keyword = 'invoicing' }: From) {
  const headers = cookie === undefined ? {} : { cookie }
  return app.inject({
    method: 'POST',
    url: '/api/search',
    payload: { keyword },
    headers,
    remoteAddress: address,
  })
}

const confirm = (...people: SignedUp[]) =>
  product.database.pool.query('update users set email_verified_at = now() where id = any($1)', [
    people.map(({ user }) => user.id),
  ])

async function usedBy({ cookie }: SignedUp): Promise<number> {
  const stats = await product.app.inject({ url: '/api/usage-stats', headers: { cookie } })
  return stats.json().searchesThisMonth
}

describe('the free searches of a month', () => {
  test('are two for all spellings of one address, exactly, however many search at once through two instances', async () => {
    const other = await product.another()
    const people = await Promise.all(
      ['ada@mail.test', 'ada+1@mail.test', 'Ada+2@mail.test'].map((email) => signUp(product.app, { email })),
    )
    await confirm(...people)
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        searchFrom({
          cookie: people[at % 3]?.cookie ?? '',
          address: `10.0.1.${at}`,
          app: at % 2 === 0 ? product.app : other,
        }),
      ),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    expect(await Promise.all(people.map(usedBy))).toEqual([2, 2, 2])
  })

  test('are not given anew to who deletes the account and signs up again, until that month is over', async () => {
    const email = 'ada@mail.test'
    const first = await signUp(product.app, { email })
    await confirm(first)
    for (let round = 0; round < 2; round += 1) await searchFrom({ cookie: first.cookie })
    const deletion = await product.app.inject({
      method: 'POST',
      url: '/api/account/delete',
      payload: { password: goodPassword },
      headers: { cookie: first.cookie },
    })
    expect(deletion.statusCode, deletion.body).toBe(200)
    now = new Date('2026-03-20T12:00:00Z')
    const again = await signUp(product.app, { email })
    await confirm(again)
    expect(await usedBy(again)).toBe(2)
    const refused = await searchFrom({ cookie: again.cookie })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'monthly_limit'])
    now = new Date('2026-04-10T12:00:01Z')
    const back = { ...again, cookie: await signIn(product.app, again) }
    expect(await usedBy(back)).toBe(0)
    expect((await searchFrom({ cookie: back.cookie })).statusCode).toBe(200)
  })

  test('of a deleted account leave nothing that names it', async () => {
    const person = await signUp(product.app, { email: 'zebrafinch@mail.test' })
    await searchFrom({ cookie: person.cookie })
    const { rows } = await product.database.pool.query(
      'select row_to_json(f)::text as row from free_allowances f',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toMatch(/zebrafinch|mail\.test/u)
    expect(rows[0].row).not.toContain(person.user.id)
  })

  test('are counted until their day and their month are over', async () => {
    const person = await signUp(product.app)
    await searchFrom({ cookie: person.cookie })
    const countersAt = async (instant: string) => {
      const { pool, db } = product.database
      const [date = ''] = instant.split('T')
      await makeQuotaStore(db).deleteOldCounts(new Date(instant), new Date(date))
      const { rows } = await pool.query(
        `select (select count(*)::int from rate_limits where endpoint = 'search') as days,
          (select count(*)::int from free_allowances) as months`,
      )
      return rows[0]
    }
    expect(await countersAt('2026-03-10T23:59:59Z')).toEqual({ days: 1, months: 1 })
    expect(await countersAt('2026-03-11T00:00:00Z')).toEqual({ days: 0, months: 1 })
    expect(await countersAt('2026-05-01T00:00:00Z')).toEqual({ days: 0, months: 0 })
  })

  test('count for the network as well while the address is not confirmed', async () => {
    const people = await Promise.all([1, 2].map(() => signUp(product.app)))
    const replies = []
    for (const { cookie } of people) {
      replies.push(await searchFrom({ cookie }), await searchFrom({ cookie }))
    }
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(replies[3]?.json()).toMatchObject({
      code: 'address_daily_limit',
      userMessage: expect.stringContaining('Confirm your email address'),
    })
    await confirm(...people)
    expect((await searchFrom({ cookie: people[1]?.cookie ?? '' })).statusCode).toBe(200)
  })

  test('of Pro count for nobody else', async () => {
    const [paying, free] = await Promise.all(
      ['bob@mail.test', 'bob+1@mail.test'].map((email) => signUp(product.app, { email })),
    )
    if (paying === undefined || free === undefined) throw new Error('nobody signed up')
    await confirm(free)
    const { pool } = product.database
    await pool.query(`update users set subscription_tier = 'pro' where id = $1`, [paying.user.id])
    for (let round = 0; round < 5; round += 1) {
      expect((await searchFrom({ cookie: paying.cookie })).statusCode).toBe(200)
    }
    expect(await usedBy(free)).toBe(0)
  })
})

describe('a search that finds nothing', () => {
  const absent = (at: number) => ({ keyword: `zyzzyva${at}` })

  test('costs an account nothing, twenty times a day', async () => {
    const person = await signUp(product.app)
    await confirm(person)
    for (let at = 0; at < 20; at += 1) {
      const reply = await searchFrom({ cookie: person.cookie, ...absent(at) })
      expect(searchReply.parse(reply.json())).toMatchObject({ count: 0, free: true })
    }
    expect(await usedBy(person)).toBe(0)
    expect(
      searchReply.parse((await searchFrom({ cookie: person.cookie, ...absent(20) })).json()).free,
    ).toBeUndefined()
    expect(await usedBy(person)).toBe(1)
    now = new Date('2026-03-11T12:00:00Z')
    expect((await searchFrom({ cookie: person.cookie, ...absent(21) })).json().free).toBe(true)
    expect(await usedBy(person)).toBe(1)
  })

  test('costs visitors nothing, twenty times a day for one network', async () => {
    const replies = await Promise.all(Array.from({ length: 23 }, (_, at) => searchFrom(absent(at))))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(23).fill(200))
    expect(replies.filter((reply) => reply.json().free === true)).toHaveLength(20)
    expect((await searchFrom(absent(24))).statusCode).toBe(429)
    expect((await searchFrom({ address: '10.0.0.2', ...absent(25) })).json().free).toBe(true)
  })

  test('stands in the history of the account', async () => {
    const person = await signUp(product.app)
    await searchFrom({ cookie: person.cookie, ...absent(0) })
    const history = await product.app.inject({
      url: '/api/search-history',
      headers: { cookie: person.cookie },
    })
    expect(history.json()).toMatchObject([{ keyword: 'zyzzyva0', resultsCount: 0 }])
  })
})
