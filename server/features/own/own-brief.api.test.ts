import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BriefReply } from '#contract/search-brief.ts'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { bringMaterial, callOwn } from '#tests/harness/own-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { openHolder, waitForLocks } from '#tests/harness/wait-for-locks.ts'

const stock = [
  [
    'Is there software to track stock across two shops?',
    'I run two shops and count stock by hand every night. I need software that tracks stock in both.',
  ],
  [
    'Any tool to track stock in several shops?',
    'We copy the stock of three shops into a spreadsheet each evening. Looking for a tool to track stock.',
  ],
  [
    'Which software tracks stock in two shops?',
    'We have two shops and count stock on paper. I am looking for software that tracks stock.',
  ],
] as const
const rows = [
  ...stock,
  ['Any tool to track stock in several shops?', stock[1][1]],
  [
    'Where can I send invoices for stock pictures?',
    'I need an app that sends invoices to my customers. QuickBooks is too slow and I hate it.',
  ],
  ['Thanks for the stock photo', 'All is well with my plan.'],
] as const
const text = ['subject,body', ...rows.map(([title, body]) => `"${title}","${body}"`)].join('\n')

let product: TestApp
let ann: SignedUp
const logged: string[] = []
beforeAll(async () => {
  product = await openTestApp({ searchCheckMs: 20 }, {}, (line) => logged.push(line))
  ann = await signUp(product.app)
  await bringMaterial(product, ann, { name: 'Tickets', text })
})
afterAll(() => product.close())

type OwnBrief = { brief: BriefReply; publicPosts: number[] | null }
const readBrief = async (person: SignedUp, asked: object): Promise<OwnBrief> => {
  const reply = await callOwn(product, person, ['POST', 'brief', asked])
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

test('own rows that want the same are one need, each said once, in their own words', async () => {
  const { brief, publicPosts } = await readBrief(ann, { keyword: 'stock' })
  expect(brief.needs.map((need) => need.posts.map(({ title }) => title).sort())).toEqual([
    [
      'Any tool to track stock in several shops?',
      'Is there software to track stock across two shops?',
      'Which software tracks stock in two shops?',
    ],
  ])
  const [need] = brief.needs
  expect(text).toContain(need?.name.words)
  expect(need?.name).toMatchObject({ source: 'own', subreddit: 'Tickets' })
  expect(brief.posts).toBe(4)
  expect(brief.products.map(({ name }) => name)).toEqual(['QuickBooks'])
  expect(brief.toldOnce.map(({ quote }) => quote.words)).toEqual([
    'Where can I send invoices for stock pictures?',
  ])
  // The archive has no real posts about this need yet.
  expect(publicPosts).toEqual([0])
})

test('a need of own rows says how many public posts want the same, and takes none of them in', async () => {
  const before = await readBrief(ann, { keyword: 'stock' })
  await product.storePosts([
    makePost({ sourceId: 'same', title: 'Which tool tracks stock in two shops?', selftext: stock[0][1] }),
    makePost({
      sourceId: 'other',
      title: 'How do I photograph stock?',
      selftext: 'My cups look dull in every photo. Is there a tool for better light?',
    }),
  ])
  const { brief, publicPosts } = await readBrief(ann, { keyword: 'stock' })
  expect(publicPosts).toEqual([1])
  expect(brief).toEqual(before.brief)
})

test('without a keyword a whole collection is briefed, and public posts are not asked', async () => {
  const reminders =
    'subject,body\nIs there an app that reminds patients?,"I waste hours every week calling patients who forgot. I need software that reminds them by phone."'
  const notes = await bringMaterial(product, ann, { name: 'Notes', text: reminders })
  const { brief, publicPosts } = await readBrief(ann, {})
  expect([brief.posts, publicPosts]).toEqual([5, null])
  expect(brief.needs.map(({ posts }) => posts.length)).toEqual([3])
  const ofNotes = await readBrief(ann, { collectionIds: [notes.id] })
  expect([ofNotes.brief.posts, ofNotes.brief.needs]).toEqual([1, []])
})

test('where public posts cannot be counted, own needs are shown all the same and the log says why', async () => {
  const before = await readBrief(ann, { keyword: 'stock' })
  const { pool } = product.database
  await pool.query('alter table archive_posts rename to posts_away')
  try {
    expect(await readBrief(ann, { keyword: 'stock' })).toEqual({ ...before, publicPosts: null })
  } finally {
    await pool.query('alter table posts_away rename to archive_posts')
  }
  expect(logged.join()).toContain('The public posts for a brief of own rows could not be counted')
})

test('briefs of own rows take their turn among searches, and one that gets none is refused before its work', async () => {
  const { pool } = product.database
  const holder = await openHolder(pool)
  await holder.query('lock table archive_posts in access exclusive mode')
  const places = Math.max(2, availableParallelism())
  const under = Array.from({ length: places }, () => readBrief(ann, { keyword: 'stock' }))
  await waitForLocks(pool, places, 'archive_posts')
  const refused = await callOwn(product, ann, ['POST', 'brief', {}])
  await holder.commit()
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
    503,
    'overloaded',
    // The seconds are estimated from how long searches have taken.
    expect.stringMatching(/^[1-9]\d*$/u),
  ])
  for (const { publicPosts } of await Promise.all(under)) expect(publicPosts).toEqual([1])
})

test('nobody else is shown a row of it, whichever collection they name', async () => {
  const bob = await signUp(product.app)
  const { collections } = (await callOwn(product, ann, ['GET', 'collections'])).json()
  for (const asked of [{}, { keyword: 'stock' }, { collectionIds: [collections[0].id] }])
    expect((await readBrief(bob, asked)).brief).toMatchObject({ posts: 0, needs: [], toldOnce: [] })
})

test('more briefs in a minute than a person reads are refused', async () => {
  const eve = await signUp(product.app)
  for (let asked = 0; asked < 30; asked++) await readBrief(eve, {})
  const refused = await callOwn(product, eve, ['POST', 'brief', {}])
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_attempts'])
})
