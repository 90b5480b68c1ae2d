import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Watch, watchPreviewReply, watch as watchReply } from '#contract/watches.ts'
import type { Post } from '#server/source-ports.ts'
import { post, type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { search } from '#tests/harness/search-calls.ts'
import { followInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { watchFollower } from './match-arrivals.ts'
import { makeWatchNewsStore } from './watch-news-store.ts'

const now = new Date('2026-03-01T12:00:00Z')
const recent = new Date('2026-02-20T00:00:00Z')
let at = now

let product: TestApp
beforeAll(async () => {
  product = await openTestApp({ clock: () => at }, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' })
  await product.storePosts([
    makePost({ title: 'Is there a kettle tool?', sourceId: 'kettle1', createdAt: recent }),
    makePost({ title: 'Is there another kettle tool?', sourceId: 'kettle2', createdAt: recent }),
    makePost({
      title: 'An old kettle tool',
      sourceId: 'kettle3',
      createdAt: new Date('2025-10-01T00:00:00Z'),
    }),
  ])
})
afterAll(() => product.close())

async function makeOwner(tier: 'free' | 'pro' = 'pro'): Promise<SignedUp> {
  const person = await signUp(product.app)
  await product.database.pool.query(
    'update users set subscription_tier = $2, email_verified_at = now() where id = $1',
    [person.user.id, tier],
  )
  return person
}

const call = ({ cookie }: SignedUp, method: 'GET' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  product.app.inject({
    method,
    url: `/api/watches${url}`,
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  })
const create = (owner: SignedUp, watchQuery: string, more: object = {}) =>
  post(product.app, '/api/watches', { watchQuery, ...more }, owner)
const preview = (owner: SignedUp, watchQuery: string, more: object = {}) =>
  post(product.app, '/api/watches/preview', { watchQuery, ...more }, owner)

async function requireWatch(owner: SignedUp, watchQuery: string, more: object = {}): Promise<Watch> {
  const reply = await create(owner, watchQuery, more)
  expect(reply.statusCode, reply.body).toBe(200)
  return watchReply.parse(reply.json())
}

/** Posts arrive and are matched. */
async function arrive(posts: readonly Partial<Post>[]) {
  await product.storePosts(posts.map((own) => makePost({ createdAt: recent, ...own })))
  const on = { free: 1, pro: 20 }
  const storeIn = (inside: Parameters<typeof makeWatchNewsStore>[0]) => makeWatchNewsStore(inside, on)
  await followInArchive(product.database.db, watchFollower({ storeIn, clock: () => at }))
}

async function postsOf(owner: SignedUp, { id }: Pick<Watch, 'id'>) {
  const reply = await call(owner, 'GET', `/${id}/posts`)
  expect(reply.statusCode, reply.body).toBe(200)
  const { results, watch } = reply.json()
  const shown: { id: string; isNew: boolean; number: number }[] = results
  return { shown, watch, ids: shown.map((one) => one.id) }
}

test('what arrives after a watch was made is new until its owner looked, and looking costs no search', async () => {
  const ann = await makeOwner()
  const watch = await requireWatch(ann, 'kettle OR teapot', { watchName: 'Tea' })
  expect(watch).toMatchObject({ name: 'Tea', state: 'on', posts: 0, newPosts: 0, lastFoundAt: null })
  await arrive([
    { title: 'My kettle leaks', sourceId: 'kettle4', selftext: 'Every day.' },
    { title: 'A teapot', sourceId: 'teapot1' },
  ])
  const first = await postsOf(ann, watch)
  expect(first.ids.toSorted()).toEqual(['kettle4', 'teapot1'])
  expect(first.shown.every(({ isNew }) => isNew)).toBe(true)
  expect((await call(ann, 'GET', '')).json()).toMatchObject({ newPosts: 2, most: 20 })
  const lookedUpTo = first.shown[0]?.number
  expect((await call(ann, 'PATCH', `/${watch.id}`, { lookedUpTo })).json()).toMatchObject({
    newPosts: 0,
    posts: 2,
  })
  await arrive([{ title: 'Another teapot', sourceId: 'teapot2' }])
  const second = await postsOf(ann, watch)
  expect(second.shown.map(({ id, isNew }) => [id, isNew])[0]).toEqual(['teapot2', true])
  expect(second.shown.filter(({ isNew }) => isNew)).toHaveLength(1)
  const whole = await call(ann, 'GET', `/${watch.id}/posts/reddit/kettle4`)
  expect(whole.json()).toMatchObject({ id: 'kettle4', selftext: 'Every day.' })
  const { rows } = await product.database.pool.query('select 1 from search_sessions where user_id = $1', [
    ann.user.id,
  ])
  expect(rows).toEqual([])
})

test('a post in two watches is one new post; posts written long ago are a count', async () => {
  const ann = await makeOwner()
  const one = await requireWatch(ann, 'harbour')
  await requireWatch(ann, 'harbour OR ferry')
  await arrive([
    { title: 'The harbour', sourceId: 'harbour1' },
    { title: 'An old harbour', sourceId: 'harbour2', createdAt: new Date('2025-06-01T00:00:00Z') },
  ])
  const listed = (await call(ann, 'GET', '')).json()
  expect(listed.newPosts).toBe(1)
  expect(listed.watches.map(({ newPosts, olderPosts }: Watch) => [newPosts, olderPosts])).toEqual([
    [1, 1],
    [1, 1],
  ])
  await call(ann, 'PATCH', `/${one.id}`, { lookedUpTo: Number.MAX_SAFE_INTEGER })
  expect((await postsOf(ann, one)).watch).toMatchObject({ newPosts: 0, olderPosts: 0, posts: 1 })
})

test('a preview counts what would have been found, Pro sees the best, free accounts the count five times a day', async () => {
  at = now
  const ann = await makeOwner()
  const seen = watchPreviewReply.parse((await preview(ann, 'kettle tool')).json())
  expect(seen).toMatchObject({ posts: 2, days: 90, costsSearch: false, previewsLeft: null })
  expect(seen.best.map(({ id }) => id).sort()).toEqual(['kettle1', 'kettle2'])
  expect((await preview(ann, 'kettle tool', { leastScore: 100 })).json()).toMatchObject({
    posts: 0,
    best: [],
  })
  expect((await preview(ann, 'the OR of')).json()).toMatchObject({ posts: null })
  expect((await preview(ann, 'kettle source:redit')).json()).toMatchObject({
    posts: 0,
    note: expect.stringContaining('There are no posts of “redit” here.'),
  })
  const bob = await makeOwner('free')
  for (const left of [4, 3, 2, 1, 0]) {
    const reply = (await preview(bob, 'kettle tool')).json()
    expect(reply).toEqual({
      posts: 2,
      ownRows: 0,
      days: 90,
      note: null,
      best: [],
      costsSearch: true,
      previewsLeft: left,
    })
  }
  const refused = await preview(bob, 'kettle tool')
  expect([refused.statusCode, refused.json().userMessage]).toEqual([
    429,
    'You have used your 5 previews of today. You can save the watch without one.',
  ])
  at = new Date(now.getTime() + 86_400_000)
  expect((await preview(bob, 'kettle tool')).json().previewsLeft).toBe(4)
  at = now
})

test('a free account has one watch; a query it has not searched costs a search, made or changed', async () => {
  const bob = await makeOwner('free')
  const used = async () => {
    const stats = await product.app.inject({ url: '/api/usage-stats', headers: { cookie: bob.cookie } })
    return stats.json().searchesThisMonth
  }
  await search(product.app, 'Kettle', { cookie: bob.cookie })
  expect(await used()).toBe(1)
  const watch = await requireWatch(bob, ' kettle ')
  expect(await used()).toBe(1)
  const second = await create(bob, 'kettle tool')
  expect([second.statusCode, second.json().code]).toEqual([409, 'watch_limit'])
  expect(second.json().userMessage).toContain('You have one watch, as many as your plan has.')
  expect(await used()).toBe(1)
  await call(bob, 'PATCH', `/${watch.id}`, { leastScore: 50 })
  expect(await used()).toBe(1)
  expect((await call(bob, 'PATCH', `/${watch.id}`, { watchQuery: 'kettle tool' })).statusCode).toBe(200)
  expect(await used()).toBe(2)
  const spent = await call(bob, 'PATCH', `/${watch.id}`, { watchQuery: 'kettle OR tool' })
  expect([spent.statusCode, spent.json().code]).toEqual([429, 'monthly_limit'])
  expect((await call(bob, 'GET', '')).json().watches[0]).toMatchObject({
    query: 'kettle tool',
    leastScore: 50,
  })
})

test('Pro has twenty watches; back on free all but the first pause, and none is lost', async () => {
  const ann = await makeOwner()
  for (let count = 1; count <= 20; count += 1) await requireWatch(ann, `plumber${count}`)
  expect((await create(ann, 'one more')).json().code).toBe('watch_limit')
  await product.database.pool.query(`update users set subscription_tier = 'free' where id = $1`, [
    ann.user.id,
  ])
  const states = async () => (await call(ann, 'GET', '')).json().watches.map(({ state }: Watch) => state)
  expect(await states()).toEqual(['on', ...Array.from({ length: 19 }, () => 'beyond_plan')])
  await product.database.pool.query(`update users set subscription_tier = 'pro' where id = $1`, [ann.user.id])
  expect(new Set(await states())).toEqual(new Set(['on']))
})

test('a watch is paused, changed, deleted and restored; what arrives while it is paused is no news', async () => {
  const ann = await makeOwner()
  const watch = await requireWatch(ann, 'salon')
  expect((await call(ann, 'PATCH', `/${watch.id}`, { paused: true })).json().state).toBe('paused')
  await arrive([{ title: 'A salon', sourceId: 'salon1' }])
  expect((await call(ann, 'PATCH', `/${watch.id}`, { paused: false })).json().state).toBe('on')
  await arrive([{ title: 'A salon', sourceId: 'salon2' }])
  expect((await postsOf(ann, watch)).ids).toEqual(['salon2'])
  expect((await call(ann, 'DELETE', `/${watch.id}`)).json().watches).toEqual([])
  expect((await call(ann, 'GET', `/${watch.id}/posts`)).statusCode).toBe(404)
  expect((await call(ann, 'PATCH', `/${watch.id}`, { deleted: false })).json()).toMatchObject({ posts: 1 })
  const renamed = await call(ann, 'PATCH', `/${watch.id}`, { watchName: 'Hair', watchQuery: 'barber' })
  expect(renamed.json()).toMatchObject({ name: 'Hair', query: 'barber', posts: 1 })
  await arrive([
    { title: 'A salon', sourceId: 'salon3' },
    { title: 'A barber', sourceId: 'barber1' },
  ])
  expect((await postsOf(ann, watch)).ids).toEqual(['barber1', 'salon2'])
})

test.each([
  ['kettle (tool', 'At character 8: this parenthesis is not closed.'],
  ['-kettle', 'A watch needs at least one word to look for'],
  ['source:reddit', 'A watch needs at least one word to look for'],
  ['the of and', 'Nearly every post contains these words.'],
  [
    Array.from({ length: 25 }, (_, one) => `w${one}x`).join(' '),
    'A watch has at most 24 words and phrases; this one has 25.',
  ],
  ['x'.repeat(501), 'A watch has at most 500 characters'],
  ['', 'Enter what to watch for'],
])('a query that cannot be watched is refused with why: %s', async (query, message) => {
  const ann = await makeOwner()
  const reply = await create(ann, query)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().userMessage).toContain(message)
})

test('a watch, its posts and its name are for its owner alone', async () => {
  const [ann, bob] = [await makeOwner(), await makeOwner()]
  const watch = await requireWatch(ann, 'ledger')
  await arrive([{ title: 'A ledger', sourceId: 'ledger1' }])
  const calls = [
    call(bob, 'GET', `/${watch.id}/posts`),
    call(bob, 'GET', `/${watch.id}/posts/reddit/ledger1`),
    call(bob, 'PATCH', `/${watch.id}`, { paused: true, watchName: 'Mine' }),
    call(bob, 'PATCH', `/${watch.id}`, { deleted: false }),
    call(bob, 'DELETE', `/${watch.id}`),
  ]
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
  expect((await call(bob, 'GET', '')).json()).toMatchObject({ watches: [], newPosts: 0 })
  expect((await product.app.inject({ url: '/api/watches' })).statusCode).toBe(401)
  expect((await postsOf(ann, watch)).ids).toEqual(['ledger1'])
})

test('watches go into the export of an account and with the account', async () => {
  const ann = await makeOwner()
  await requireWatch(ann, 'zebra ledger', { watchName: 'Stripes' })
  await arrive([{ title: 'A zebra ledger', sourceId: 'zebra1' }])
  const exported = await product.app.inject({ url: '/api/account/export', headers: { cookie: ann.cookie } })
  expect(exported.json().watches).toMatchObject([{ name: 'Stripes', query: 'zebra ledger', leastScore: 0 }])
  const left = async () => {
    const { rows } = await product.database.pool.query(
      `select count(*)::int as rows from watches join watch_posts on watch_id = watches.id where user_id = $1`,
      [ann.user.id],
    )
    return rows[0].rows
  }
  expect(await left()).toBe(1)
  await product.database.pool.query('delete from users where id = $1', [ann.user.id])
  expect(await left()).toBe(0)
})

test('many previews of one account that take long leave others their connections', async () => {
  const [ann, bob] = [await makeOwner(), await makeOwner()]
  // Before the lock is taken, this preview loads the data that all previews share.
  await preview(ann, 'kettle tool')
  const lock = await product.database.pool.connect()
  await lock.query('begin; lock table archive_posts in access exclusive mode')
  const previews = Array.from({ length: 15 }, () => preview(ann, 'kettle tool').then(() => 'preview'))
  const waitOnLock = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%archive_posts%'`
  const other = () => product.app.inject({ url: '/api/digest', headers: { cookie: bob.cookie } })
  const first: unknown[] = []
  try {
    const someWait = async () => {
      // Within a transaction, PostgreSQL caches the list of sessions. This statement drops the cache.
      await lock.query('select pg_stat_clear_snapshot()')
      return ((await lock.query(waitOnLock)).rowCount ?? 0) > 1
    }
    await vi.waitUntil(someWait, { timeout: 20_000 })
    for (let at = 0; at < 3; at += 1)
      first.push(await Promise.race([other().then(({ statusCode }) => statusCode), ...previews]))
  } finally {
    await lock.query('rollback')
    lock.release()
    await Promise.all(previews)
  }
  expect(first).toEqual([200, 200, 200])
})
