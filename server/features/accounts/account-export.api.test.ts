import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/drizzle.ts'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { makeWatch } from '#tests/harness/make-watch.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

/**
 * For each table with data of a person, the field of the file with its rows; null if the file leaves it out.
 * A new table needs a line here.
 */
const fieldOfTable: Readonly<Record<string, string | null>> = {
  account_identities: 'otherSignIns',
  api_key_days: 'apiKeyDays',
  api_keys: 'apiKeys',
  billing_customers: 'billing',
  community_lists: 'lists',
  digest_settings: 'digests',
  digests: 'digestMails',
  email_verification_tokens: 'addressConfirmations',
  own_collections: 'ownMaterial',
  own_material: 'ownMaterial',
  // The parts of files that are not completely read yet.
  own_parts: null,
  password_reset_tokens: 'passwordResets',
  search_results: 'searches',
  search_sessions: 'searches',
  // Hashes only.
  unsubscribe_tokens: null,
  // Counts of searches.
  user_activity: null,
  // A copy of the profile in lower case.
  user_search_texts: null,
  watch_feeds: 'watchFeeds',
  // Public posts, and rows of own material.
  watch_posts: null,
  watches: 'watches',
  webhook_deliveries: 'webhookDeliveries',
  webhooks: 'webhooks',
}

let product: TestApp
let ann: SignedUp
beforeAll(async () => {
  product = await openTestApp()
  ann = await signUp(product.app)
})
afterAll(() => product.close())

/** The tables whose rows are deleted with their user, also through other tables. */
async function ownedTables(): Promise<string[]> {
  const { rows } = await product.database.db.execute<{ name: string }>(sql`
    with recursive owned as (
      select 'users'::regclass::oid as id
      union select conrelid from pg_constraint join owned on confrelid = owned.id where contype = 'f' and confdeltype = 'c'
    ) select id::regclass::text as name from owned where id <> 'users'::regclass order by name`)
  return rows.map(({ name }) => name)
}

async function addOutlets(userId: string): Promise<void> {
  const { db, pool } = product.database
  const watchId = await makeWatch(pool, userId, { query: 'invoices' })
  await db.execute(sql`insert into watch_feeds (watch_id, token) values (${watchId}, 'secret of the feed')`)
  await db.execute(sql`
    with hook as (
      insert into webhooks (user_id, watch_id, url, format, secret)
      values (${userId}, ${watchId}, 'https://hook.example/a', 'standard', 'secret of the webhook') returning id)
    insert into webhook_deliveries (webhook_id, state, tries, status) select id, 'delivered', 2, 200 from hook`)
  await db.execute(sql`
    with key as (
      insert into api_keys (user_id, name, key_hash, scopes, expires_at)
      values (${userId}, 'A script', 'secret of the key', '{search}', now()) returning id)
    insert into api_key_days (key_id, day, calls) select id, '2026-03-01', 7 from key`)
  await db.execute(sql`
    insert into digests (user_id, due_at, last_number, state, next_try_at, sent_at)
    values (${userId}, '2026-03-01T07:00:00Z', 1, 'sent', now(), '2026-03-01T07:00:05Z')`)
}

test('every table with rows of a person is in the file of all data, or left out for a reason', async () => {
  expect(await ownedTables()).toEqual(Object.keys(fieldOfTable).sort())
  const data = (
    await product.app.inject({ url: '/api/account/export', headers: { cookie: ann.cookie } })
  ).json()
  const named = Object.values(fieldOfTable).filter((name) => name !== null)
  expect(named.filter((name) => !Array.isArray(data[name]))).toEqual([])
})

test('the file has feeds, webhooks, digests and keys with what they sent, and none of their secrets', async () => {
  await addOutlets(ann.user.id)
  const { body, ...reply } = await product.app.inject({
    url: '/api/account/export',
    headers: { cookie: ann.cookie },
  })
  const data = JSON.parse(body)
  expect(data.watchFeeds).toEqual([{ watch: 'invoices', createdAt: expect.stringMatching(/Z$/u) }])
  expect(data.webhooks).toMatchObject([{ watch: 'invoices', url: 'https://hook.example/a', offAt: null }])
  expect(data.webhookDeliveries).toMatchObject([
    { url: 'https://hook.example/a', state: 'delivered', tries: 2, status: 200 },
  ])
  expect(data.apiKeyDays).toEqual([{ key: 'A script', day: '2026-03-01', calls: 7, limited: 0 }])
  expect(data.digestMails).toMatchObject([{ dueAt: '2026-03-01T07:00:00.000Z', state: 'sent' }])
  expect(reply.statusCode).toBe(200)
  expect(body).not.toContain('secret of')
})
