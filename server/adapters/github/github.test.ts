import { expect, test } from 'vitest'
import { sourceHttpClient } from '#server/adapters/source-calls/source-http-client.ts'
import { type FakeReply, type FakeRequest, startFakeSource } from '#tests/harness/fake-source.ts'
import { makeCallParts, makeQuery, noSignal } from '#tests/harness/source-parts.ts'
import { findKnownSite } from '../source-kinds/known-sites.ts'
import { findGithubLimit, githubSource } from './github-source.ts'

const issue = (number: number, own: object = {}) => ({
  number,
  title: 'Send invoices &amp; reminders',
  body: '<!-- Search first! -->\r\nI copy invoices by hand.\u0007\r\n\r\n> Theirs.',
  comments: 3,
  created_at: '2026-11-20T10:00:00Z',
  reactions: { total_count: 9, '+1': 7 },
  user: { login: 'quinn-askwell', type: 'User' },
  html_url: 'https://elsewhere.test/',
  ...own,
})

type Answer = (request: FakeRequest, call: number) => FakeReply | undefined

async function open(answer: Answer, own: { communities?: string[]; token?: string } = {}) {
  const standIn = await startFakeSource(
    (request, call) =>
      answer(request, call) ??
      (request.path === '/repos/acme/ledger' ? { body: { private: false } } : { status: 404, body: {} }),
  )
  const parts = makeCallParts()
  const http = sourceHttpClient({ ...parts, userAgent: 'test', isTemporary: findGithubLimit })
  const { communities = [], token = null } = own
  const address = 'https://github.com/acme/ledger'
  const repository = { name: 'github.com-acme_ledger', address, title: 'acme/ledger', communities }
  return { ...standIn, ...parts, apiUrl: standIn.url, token, timeLimitMs: 60_000, repository, http }
}

const at =
  (path: string, reply: FakeReply): Answer =>
  (request) =>
    request.path === path ? reply : undefined
const issues = (...items: object[]) => at('/repos/acme/ledger/issues', { body: items })
const limits = { posts: 100, signal: noSignal }
const newest = { kind: 'community', value: 'newest issues' } as const

const expected = {
  source: 'github.com-acme_ledger',
  sourceId: '9',
  community: 'acme/ledger',
  title: 'Send invoices &amp; reminders',
  selftext: 'I copy invoices by hand.\n\n> Theirs.',
  url: 'https://github.com/acme/ledger/issues/9',
  upvotes: 7,
  comments: 3,
  createdAt: new Date('2026-11-20T10:00:00Z'),
  sample: false,
}

test('a title is text: what looks like markup in it stays', async () => {
  const titles = ['Use <br> here', 'List<String> & more', '&lt;b&gt; is shown as <b>', 'a < b']
  const site = await open(issues(...titles.map((title, index) => issue(index + 1, { title }))))
  const { posts } = await githubSource(site).feed.listNew(newest, null, noSignal)
  expect(posts.map(({ title }) => title)).toEqual(titles)
})

test('issues of other repositories and labels are left out where a filter is not known', async () => {
  const at = (path: string) => ({ repository_url: `https://api.github.test/repos/${path}` })
  const items = [
    issue(1, { ...at('Acme/Ledger'), labels: [{ name: 'Wish' }] }),
    issue(2, { ...at('acme/other'), labels: [{ name: 'wish' }] }),
    issue(3, { ...at('acme/ledger'), labels: [{ name: 'bug' }] }),
    issue(4),
  ]
  const site = await open(issues(...items), { communities: ['wish'] })
  const numbers = async (value: string) => {
    const page = await githubSource(site).feed.listNew({ kind: 'community', value }, null, noSignal)
    return page.posts.map(({ sourceId }) => sourceId)
  }
  expect(await numbers('wish')).toEqual(['1', '4'])
  expect(await numbers('newest issues')).toEqual(['1', '3', '4'])
})

test('an issue is a post without its author; pull requests, programs and what cannot be read are none', async () => {
  const site = await open(
    issues(
      issue(9),
      issue(10, { pull_request: {} }),
      issue(11, { user: { type: 'Bot' } }),
      issue(12, { created_at: '2026-02-31T99:00:00Z' }),
      { number: 'x' },
      issue(13, { body: null, reactions: null, comments: -1, user: null }),
    ),
  )
  const { posts, next } = await githubSource(site).feed.listNew(newest, null, noSignal)
  expect(posts).toEqual([
    expected,
    {
      ...expected,
      sourceId: '13',
      selftext: '',
      url: `${site.repository.address}/issues/13`,
      upvotes: null,
      comments: null,
    },
  ])
  expect(next).toBeNull()
})

test('a search asks for public issues of the repository alone, and says what was not read', async () => {
  const reply = {
    body: {
      total_count: 80,
      items: [issue(9), issue(10, { title: 'Toggl' }), issue(11, { pull_request: {} })],
    },
  }
  const site = await open(at('/search/issues', reply), { communities: ['enhancement'], token: 'secret' })
  const { posts, coverage } = await githubSource(site).source.search(
    makeQuery('send invoices', '-toggl'),
    limits,
  )
  expect(posts).toEqual([{ post: expected }])
  const [request] = site.requests
  expect(request?.query.get('q')).toBe(
    '"send invoices" repo:acme/ledger is:issue is:public in:title,body label:"enhancement"',
  )
  expect(request?.headers.authorization).toBe('Bearer secret')
  expect(coverage.leftOut).toBe(
    'It returned 1 post, the newest from 20 November 2026. Left out: 1 (pull requests and what programs wrote). Only the best 50 of its matches were read.',
  )
})

test('of several labels a search asks for any', async () => {
  const found = at('/search/issues', { body: { total_count: 0, items: [] } })
  const site = await open(found, { communities: ['feature request', "won't do (yet) 🚀"] })
  await githubSource(site).source.search(makeQuery('invoices'), limits)
  expect(site.requests[0]?.query.get('q')).toContain(' label:"feature request","won\'t do (yet) 🚀"')
})

test('labels are read each for itself, page after page to the tenth', async () => {
  const full = Array.from({ length: 100 }, (_, number) => issue(number + 1))
  const site = await open(issues(...full), { communities: ['feature request'] })
  const { feed } = githubSource(site)
  const [target = newest] = feed.own ?? []
  expect((await feed.listNew(target, null, noSignal)).next).toBe('2')
  expect((await feed.listNew(target, '10', noSignal)).next).toBeNull()
  const asked = site.requests.filter(({ path }) => path.endsWith('/issues'))
  expect(asked.map(({ query }) => [query.get('labels'), query.get('state'), query.get('page')])).toEqual([
    ['feature request', 'all', '1'],
    ['feature request', 'all', '10'],
  ])
  expect(asked[0]?.headers.authorization).toBeUndefined()
})

test('nothing of a repository that is not public is read, whatever the token may open', async () => {
  const site = await open(
    (request) => (request.path === '/repos/acme/ledger' ? { body: { private: true } } : { body: [issue(9)] }),
    { token: 'secret' },
  )
  await expect(githubSource(site).feed.listNew(newest, null, noSignal)).rejects.toThrow(
    'shows no public repository of this name',
  )
  expect(await githubSource(site).check.findGone(['9', '10'], noSignal)).toEqual(['9', '10'])
})

test('issues that are deleted, moved or unknown are gone; a repository that cannot be asked deletes nothing', async () => {
  const statuses: Record<string, number> = { '1': 200, '2': 301, '3': 404, '4': 410 }
  const site = await open(({ path }) => {
    const id = /issues\/(\d+)$/u.exec(path)?.[1]
    return id === undefined ? undefined : { status: statuses[id] ?? 404, body: issue(1) }
  })
  expect(await githubSource(site).check.findGone(['1', '2', '3', '4', 'x'], noSignal)).toEqual([
    '2',
    '3',
    '4',
    'x',
  ])
  const down = await open(() => ({ status: 401, body: { message: 'Bad credentials' } }))
  await expect(githubSource(down).check.findGone(['1'], noSignal)).rejects.toThrow(
    'refused (status 401, Bad credentials)',
  )
  const renamed = await open(() => ({ status: 301, headers: { location: '/repositories/1' } }))
  const sentence = 'was renamed or moved: remove it here and add it by its new address'
  await expect(githubSource(renamed).check.findGone(['1'], noSignal)).rejects.toThrow(sentence)
  await expect(githubSource(renamed).feed.listNew(newest, null, noSignal)).rejects.toThrow(sentence)
})

test.each<[string, FakeReply, string]>([
  [
    'is limited for a while',
    { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } },
    'asked us to wait 60 s (status 403)',
  ],
  [
    'is limited for as long as it says',
    { status: 403, headers: { 'retry-after': '90' }, body: { message: 'Slow down.' } },
    'asked us to wait 90 s (status 403)',
  ],
  [
    'has spent its rate limit',
    {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '120' },
      body: { message: 'API rate limit exceeded' },
    },
    'asked us to wait 120 s (status 403)',
  ],
  [
    'does not know the words',
    { status: 422, body: { message: 'Validation Failed' } },
    'refused (status 422, Validation Failed)',
  ],
  ['is another program', { body: { hits: [] } }, 'sent a response that is not from GitHub'],
])('a search that %s is reported by name', async (_name, reply, sentence) => {
  const site = await open(at('/search/issues', reply))
  await expect(githubSource(site).source.search(makeQuery('invoices'), limits)).rejects.toThrow(sentence)
})

test.each([
  ['https://github.com/Acme/Ledger.git', 'github.com-acme_ledger', 'Acme/Ledger', []],
  ['https://www.github.com/a-b/c/issues/7', 'github.com-a-b_c', 'a-b/c', []],
  [
    'https://github.com/acme/ledger/labels/feature%20request',
    'github.com-acme_ledger',
    'acme/ledger',
    ['feature request'],
  ],
  [
    'https://github.com/acme/ledger/labels/%F0%9F%9A%80%20wish!',
    'github.com-acme_ledger',
    'acme/ledger',
    ['🚀 wish!'],
  ],
])('%s is the repository %s', (address, name, title, communities) => {
  expect(findKnownSite(new URL(address))).toMatchObject({ kind: 'github', name, title, communities })
})

test('feeds of a repository stay feeds, and an address without one is refused', () => {
  expect(findKnownSite(new URL('https://github.com/acme/ledger/releases.atom'))).toBeNull()
  expect(() => findKnownSite(new URL('https://github.com/acme'))).toThrow('enter the address of a repository')
  expect(() => findKnownSite(new URL('https://github.com/acme/ledger/labels/a%2Cb'))).toThrow('names a label')
})
