import { expect, test } from 'vitest'
import { makePiefedView, makePostView, startFakeLemmy } from '#tests/harness/fake-lemmy.ts'
import type { FakeReply } from '#tests/harness/fake-source.ts'
import { makeCallParts, noSignal } from '#tests/harness/source-parts.ts'
import { guardedFetch, jsonTypes } from '../guarded-fetch/guarded-fetch.ts'
import { sourceHttpClient } from '../source-calls/source-http-client.ts'
import { instanceAt, instanceSource, isTemporary } from './lemmy-source.ts'

type Views = ReturnType<Parameters<typeof startFakeLemmy>[0]>
type Odd = { views?: Views; kind?: 'lemmy' | 'piefed'; reply?: FakeReply }

/** What the scan reads from an instance over HTTP, with HOST in place of the instance's address. */
async function read({ views = [], kind = 'lemmy', reply }: Odd) {
  const standIn = await startFakeLemmy(
    () => views,
    () => reply,
  )
  const parts = makeCallParts()
  const fetch = guardedFetch({ named: ['127.0.0.1'], types: jsonTypes })
  const http = sourceHttpClient({ ...parts, fetch, isTemporary, userAgent: 'Unmet/0.1' })
  const instance = instanceAt(standIn.url, kind)
  const { feed } = instanceSource({
    instance,
    http,
    timeLimitMs: 60_000,
    sourceClock: parts.sourceClock,
    communities: [],
  })
  const { posts } = await feed.listNew({ kind: 'community', value: 'newest posts' }, null, noSignal)
  return posts.map(({ community, title, selftext, createdAt, url }) => [
    community,
    title,
    selftext,
    createdAt.toISOString(),
    url?.replace(standIn.url, 'HOST'),
  ])
}

type Expected = [community: string, title: string, text: string, date: string, link: string]
const usual: Expected = [
  'smallbusiness@lemmy.example',
  'Is there a tool for task 1?',
  'I would pay for it.\n\n> Theirs.',
  '2026-11-20T10:00:00.123Z',
  'HOST/post/1',
]
const [place, title, text, date, link] = usual
const next = [place, 'Is there a tool for task 2?', text, date, 'HOST/post/2'] as Expected

test.each<[string, Odd, ...Expected[]]>([
  ['Lemmy 0.19', { views: [makePostView({ id: 1 })] }, usual],
  [
    'Lemmy 0.18, whose dates have no zone',
    { views: [makePostView({ id: 1, published: '2026-11-20T10:00:00.123456' })] },
    usual,
  ],
  [
    'PieFed, which calls titles and pins otherwise',
    { kind: 'piefed', views: [makePiefedView({ id: 1 })] },
    usual,
  ],
  [
    'PieFed without bodies and counts',
    { kind: 'piefed', views: [Object.assign(makePiefedView({ id: 1, body: undefined }), { counts: {} })] },
    [place, title, '', date, link],
  ],
  [
    'another country, with a host that has a port and signs that drive terminals',
    {
      views: [
        makePostView(
          { id: 1, name: 'W\u00fcnsche \u0000\u0007& <b>', body: '\ud800' },
          { community: { name: 'b\u00fccher', actor_id: 'https://lemmy.test:8536/c/buecher' } },
        ),
      ],
    },
    ['b\u00fccher@lemmy.test:8536', 'W\u00fcnsche \ufffd& <b>', '\ufffd', date, link],
  ],
  [
    'days that are none beside others that are',
    { views: [makePostView({ id: 1, published: '2026-02-31T99:00:00Z' }), makePostView({ id: 2 })] },
    next,
  ],
  [
    'a new version whose posts cannot all be read',
    { views: [{ post: { id: 1, name: 'A wish' } }, makePostView({ id: 2 })] },
    next,
  ],
  ['nothing in it', {}],
])('an instance with %s is read', async (_name, odd, ...expected) => {
  expect(await read(odd)).toEqual(expected)
})

const notOfIt = 'sent a response that is not from Lemmy or PieFed'

test.each<[string, FakeReply, string]>([
  [
    'is private',
    { status: 400, body: { error: 'instance_is_private' } },
    'refused (status 400, instance_is_private)',
  ],
  ['is another program', { body: { items: [] } }, notOfIt],
  [
    'shows a page',
    { headers: { 'content-type': 'text/html' }, body: '<html>Just a moment...</html>' },
    'sent "text/html", which is not supported',
  ],
  ['sends 10 MB', { body: { posts: 'x'.repeat(10 * 1024 * 1024) } }, 'sent more than 8 MB'],
  ['breaks off', { body: '{"posts":[{"po' }, 'sent a response that is truncated or not JSON'],
])('an instance that %s is refused by name', async (_name, reply, sentence) => {
  await expect(read({ reply })).rejects.toThrow(new RegExp(`^${sentence.replaceAll(/[().]/gu, '\\$&')}`, 'u'))
})
