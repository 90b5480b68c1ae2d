import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#tests/harness/account-calls.ts'
import { adminGet, setUpOperator } from '#tests/harness/admin-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { addNews, makeAccount, makeWatch } from '#tests/harness/make-watch.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
beforeAll(async () => {
  product = await openTestApp()
})
afterAll(() => product.close())

async function addWebhook(watchId: string, url: string, off: string | null): Promise<string> {
  const { rows } = await product.database.pool.query<{ id: string }>(
    `insert into webhooks (user_id, watch_id, url, format, secret, off_at, off_reason)
    select user_id, id, $2, 'standard', 'whsec_x', case when $3::text is not null then now() end, $3
    from watches where id = $1 returning id`,
    [watchId, url, off],
  )
  return rows[0]?.id ?? ''
}

test('the operator sees how many watches, feeds, webhooks, deliveries and digests there are, and what fails without addresses', async () => {
  const { pool } = product.database
  const cookie = await setUpOperator(product.app)
  const read = async () => (await adminGet(product.app, 'delivery', cookie)).json()
  expect(await read()).toMatchObject({
    watches: { total: 0, paused: 0, accounts: 0, foundInDay: 0, most: { free: 1, pro: 20 } },
    feeds: { on: true, total: 0 },
    webhooks: { on: true, total: 0, off: 0, most: { free: 1, pro: 20 }, mostDeliveriesInDay: 200 },
    deliveries: { acceptedInDay: 0, failedInDay: 0, waiting: 0 },
    digests: { on: false, readers: 0, ended: 0, sentInDay: 0, waiting: 0 },
    failing: [],
  })
  const owner = await makeAccount(pool)
  await makeAccount(pool)
  const watchId = await makeWatch(pool, owner, { query: 'invoices' })
  const paused = await makeWatch(pool, owner, { query: 'ledgers' })
  await pool.query('update watches set paused_at = now() where id = $1', [paused])
  await pool.query('insert into watch_feeds (watch_id, token) values ($1, $2)', [watchId, 'quokka'])
  await product.storePosts([1, 2, 3].map((at) => makePost({ title: `Invoices ${at}` })))
  await addNews(pool, watchId)
  const works = await addWebhook(watchId, 'https://works.test/quokkaplum', null)
  const failing = await addWebhook(watchId, 'https://fails.test/quokkaplum', null)
  await addWebhook(paused, 'https://gone.test/quokkaplum', 'gone')
  await pool.query(
    `insert into webhook_deliveries (webhook_id, post_id, state, failure, ended_at, next_try_at)
    select hook.id, archive_posts.id, hook.state, hook.failure,
      case when hook.state <> 'waiting' then now() end, now()
    from archive_posts, (values ($1::uuid, 'delivered', null), ($2::uuid, 'waiting', 'It answered with status 500.'))
      as hook(id, state, failure)`,
    [works, failing],
  )
  await pool.query(
    `insert into digest_settings (user_id, is_on, at, weekday, time_zone, ended_because)
    select id, id = $1, '07:00', 'monday', 'UTC', case when id <> $1 then 'bounced' end from users`,
    [owner],
  )
  await pool.query(
    `insert into digests (user_id, due_at, last_number, state, next_try_at, sent_at)
    select $1, now() + age, 1, state, now(), case when state = 'sent' then now() + age end
    from (values ('sent', interval '0'), ('sent', interval '-25 hours'), ('waiting', interval '-1 hour')) as one(state, age)`,
    [owner],
  )
  const reply = await read()
  expect(reply).toMatchObject({
    watches: { total: 2, paused: 1, accounts: 1, foundInDay: 3 },
    feeds: { total: 1 },
    webhooks: { total: 3, off: 1 },
    deliveries: { acceptedInDay: 3, failedInDay: 0, waiting: 3 },
    digests: { readers: 1, ended: 1, sentInDay: 1, waiting: 1 },
  })
  expect(
    reply.failing.map(({ host, offBecause, failure, waiting }: Record<string, unknown>) => [
      host,
      offBecause,
      failure,
      waiting,
    ]),
  ).toEqual([
    ['fails.test', null, 'It answered with status 500.', 3],
    ['gone.test', 'gone', null, 0],
  ])
  expect(JSON.stringify(reply)).not.toContain('quokka')
  // If a watch is deleted, so are its feeds and webhooks.
  await pool.query('update watches set deleted_at = now()')
  expect(await read()).toMatchObject({ watches: { total: 0 }, feeds: { total: 0 }, failing: [] })
})

test('only the operator reads it', async () => {
  const { cookie } = await signUp(product.app)
  const reply = await product.app.inject({ url: '/api/admin/delivery', headers: { cookie } })
  expect(reply.statusCode).toBe(401)
})
