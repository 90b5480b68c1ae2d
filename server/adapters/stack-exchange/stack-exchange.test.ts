import { expect, test } from 'vitest'
import { sourceHttpClient } from '#server/adapters/source-calls/source-http-client.ts'
import { type FakeReply, type FakeRequest, startFakeSource } from '#tests/harness/fake-source.ts'
import { makeCallParts, makeQuery, noSignal } from '#tests/harness/source-parts.ts'
import { findThrottle, stackExchangeSource } from './stack-exchange-source.ts'

const question = (id: number, own: object = {}) => ({
  question_id: id,
  title: 'A tool that &quot;sends&quot; invoices',
  body: '<p>I would <b>pay</b> for it.</p><blockquote><p>Theirs.</p></blockquote>',
  link: `https://softwarerecs.stackexchange.com/questions/${id}/a-tool`,
  score: -2,
  answer_count: 3,
  creation_date: 1_790_000_000,
  content_license: 'CC BY-SA 4.0',
  owner: { display_name: 'Quinn &amp; Co', link: 'https://softwarerecs.stackexchange.com/users/7/quinn' },
  tags: ['invoicing'],
  ...own,
})

const now = new Date('2026-11-25T18:00:00Z')

async function open(answer: (request: FakeRequest, call: number) => FakeReply, communities: string[] = []) {
  const standIn = await startFakeSource(answer)
  const parts = makeCallParts()
  const http = sourceHttpClient({ ...parts, userAgent: 'test', isTemporary: findThrottle })
  const name = 'softwarerecs.stackexchange.com'
  const site = { name, address: `https://${name}`, title: 'Software Recommendations', communities }
  const settings = { apiUrl: standIn.url, key: null, timeLimitMs: 60_000, clock: () => now }
  return { ...standIn, ...parts, ...settings, site, http }
}

const page = (items: object[], own: object = {}) => ({ body: { items, has_more: false, ...own } })
const limits = { posts: 100, signal: noSignal }

test('the escapes of a title are undone once, and what it says of markup stays', async () => {
  const titles = [
    'Use &lt;br&gt; here',
    'List&lt;String&gt; &amp; more',
    'What is &amp;amp; for?',
    'It&#39;s a &lt; b',
  ]
  const site = await open(() => page(titles.map((title, at) => question(at + 1, { title }))))
  const { posts } = await stackExchangeSource(site).feed.listNew(
    { kind: 'community', value: 'newest questions' },
    null,
    noSignal,
  )
  expect(posts.map(({ title }) => title)).toEqual([
    'Use <br> here',
    'List<String> & more',
    'What is &amp; for?',
    "It's a < b",
  ])
})

test('a question is a post with its author, licence and link, and quotes of others are marked', async () => {
  const site = await open(() => page([question(9), { question_id: 'x' }], { has_more: true }))
  const { posts, coverage } = await stackExchangeSource(site).source.search(
    makeQuery('invoices', '-[tag]'),
    limits,
  )
  expect(posts).toEqual([
    {
      post: {
        source: 'softwarerecs.stackexchange.com',
        sourceId: '9',
        community: 'Software Recommendations',
        title: 'A tool that "sends" invoices',
        selftext: 'I would pay for it.\n\n> Theirs.',
        url: 'https://softwarerecs.stackexchange.com/questions/9/a-tool',
        upvotes: -2,
        comments: 3,
        createdAt: new Date(1_790_000_000_000),
        sample: false,
        attribution: {
          author: 'Quinn & Co',
          authorUrl: 'https://softwarerecs.stackexchange.com/users/7/quinn',
          license: 'CC BY-SA 4.0',
          licenseUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
        },
      },
    },
  ])
  expect(coverage.leftOut).toMatch(/Left out: 1 .*Only the best 50 of its matches/u)
  expect(Object.fromEntries(site.requests[0]?.query ?? [])).toMatchObject({
    q: 'invoices',
    site: 'softwarerecs.stackexchange.com',
    filter: 'withbody',
  })
})

test('a deleted author is named as one, and addresses that are none are left out', async () => {
  const gone = question(1, { owner: null, link: 'javascript:alert(1)', content_license: 'CC BY-SA 3.0' })
  const site = await open(() => page([gone]))
  const { posts } = await stackExchangeSource(site).feed.listNew(
    { kind: 'community', value: 'newest questions' },
    null,
    noSignal,
  )
  expect(posts).toMatchObject([
    {
      url: 'https://softwarerecs.stackexchange.com/q/1',
      attribution: {
        author: 'a deleted user',
        authorUrl: null,
        licenseUrl: 'https://creativecommons.org/licenses/by-sa/3.0/',
      },
    },
  ])
})

test('a pause that is asked for is observed by everybody, and so is what the day has left', async () => {
  const site = await open((_, call) =>
    page([question(1)], call === 1 ? { backoff: 12 } : { quota_remaining: 7 }),
  )
  const read = () =>
    stackExchangeSource(site).feed.listNew({ kind: 'community', value: 'newest questions' }, null, noSignal)
  await read()
  await read()
  expect(site.budget.paused).toEqual([12_000])
  expect(site.budget.learned).toEqual([[7, 6 * 3_600_000]])
})

test('too many requests are reported with the time to wait, and nobody asks before', async () => {
  const text = 'too many requests from this IP, more requests available in 81 seconds'
  const site = await open(() => ({
    status: 400,
    body: { error_id: 502, error_name: 'throttle_violation', error_message: text },
  }))
  await expect(stackExchangeSource(site).source.search(makeQuery('invoices'), limits)).rejects.toThrow(
    'asked us to wait 81 s',
  )
  expect([site.requests.length, site.budget.paused]).toEqual([1, [81_000]])
})

test('of several tags a search asks for any', async () => {
  const site = await open(() => page([question(1)]), ['invoicing', 'crm'])
  await stackExchangeSource(site).source.search(makeQuery('reminders'), { posts: 100, signal: noSignal })
  const [request] = site.requests
  expect([request?.path, request?.query.get('tagged')]).toEqual(['/search/advanced', 'invoicing;crm'])
})

test('tags are read each for itself, page after page', async () => {
  const site = await open(
    ({ query }) => page([question(1)], { has_more: query.get('page') === '1' }),
    ['invoicing'],
  )
  const { feed } = stackExchangeSource(site)
  const target = { kind: 'community', value: 'invoicing' } as const
  expect(feed.own).toEqual([target])
  const first = await feed.listNew(target, null, noSignal)
  expect([first.next, (await feed.listNew(target, first.next, noSignal)).next]).toEqual(['2', null])
  expect(site.requests.map(({ query }) => [query.get('tagged'), query.get('page')])).toEqual([
    ['invoicing', '1'],
    ['invoicing', '2'],
  ])
})

const tagged = (...tags: string[][]) => tags.map((own, at) => question(at + 1, { tags: own }))
const mixed = tagged(['invoicing', 'crm'], ['cooking'], ['travel'], ['games'])
const newOf = async (items: object[], value: string) => {
  const site = await open(() => page(items), [value])
  return stackExchangeSource(site).feed.listNew({ kind: 'community', value }, null, noSignal)
}

test('questions with other tags are left out where the filter is not known, and when they were is told', async () => {
  for (const tag of ['invoicing', 'Invoicing']) {
    const { posts, others } = await newOf(mixed, tag)
    expect([posts.map(({ sourceId }) => sourceId), others?.length]).toEqual([['1'], 3])
  }
  expect((await newOf(mixed, 'billing')).posts).toEqual([])
  expect((await newOf(mixed, 'newest questions')).posts).toHaveLength(4)
  const site = await open(() => page(mixed), ['invoicing', 'billing'])
  const { posts, coverage } = await stackExchangeSource(site).source.search(makeQuery('tool'), limits)
  expect(posts).toHaveLength(1)
  expect(coverage.leftOut).toContain('Left out: 3')
})

test('a tag that is a synonym of another has the questions of that', async () => {
  const ofBilling = tagged(['invoicing', 'crm'], ['web', 'invoicing'], ['invoicing'])
  expect((await newOf(ofBilling, 'billing')).posts).toHaveLength(3)
  const site = await open(() => page([...ofBilling, ...tagged(['planning'])]), ['billing', 'scheduling'])
  const { posts } = await stackExchangeSource(site).source.search(makeQuery('tool'), limits)
  expect(posts).toHaveLength(4)
})

test('questions that it gives no more are gone, as long as it shows any', async () => {
  let shown = [question(1)]
  const site = await open(({ path }) =>
    page(path === '/questions' ? shown : shown.filter(() => path.includes('1'))),
  )
  const { check } = stackExchangeSource(site)
  expect(await check.findGone(['1', '2', 'x'], noSignal)).toEqual(['2', 'x'])
  expect(await check.findGone(['2'], noSignal)).toEqual(['2'])
  shown = []
  await expect(check.findGone(['1'], noSignal)).rejects.toThrow('shows no questions')
})

test.each<[string, FakeReply, RegExp]>([
  ['a page', { body: '<html>' }, /not JSON/u],
  ['another shape', { body: { items: 'none' } }, /no list of questions/u],
  ['an unknown site', { status: 400, body: { error_message: 'No site found' } }, /status 400/u],
  ['a dropped connection', { instead: 'drops' }, /could not be reached/u],
])('%s fails with the reason', async (_name, reply, reason) => {
  const site = await open(() => reply)
  await expect(stackExchangeSource(site).source.search(makeQuery('invoices'), limits)).rejects.toThrow(reason)
})
