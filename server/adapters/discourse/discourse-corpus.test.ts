import { expect, test } from 'vitest'
import { makeTopic, startFakeDiscourse } from '#tests/harness/fake-discourse.ts'
import type { FakeReply } from '#tests/harness/fake-source.ts'
import { makeCallParts, noSignal } from '#tests/harness/source-parts.ts'
import { guardedFetch, jsonTypes } from '../guarded-fetch/guarded-fetch.ts'
import { sourceHttpClient } from '../source-calls/source-http-client.ts'
import { discourseClient } from './discourse-client.ts'
import { discourseSource, listForums } from './discourse-source.ts'

type Topic = ReturnType<typeof makeTopic>

/** A forum with one oddity. Defines its topics, its replies to some paths, and its base path. */
type Forum = { topics?: Topic[]; at?: string; answers?: Record<string, FakeReply> }

/** What the scan reads from a forum over HTTP, with FORUM in place of the forum's URL. */
async function read({ topics = [], at = '', answers = {} }: Forum) {
  const standIn = await startFakeDiscourse(
    () => topics,
    ({ path, query }) => {
      const below = path.startsWith(at) ? path.slice(at.length) : path
      const own = answers[below]
      if (own !== undefined || at === '') return own
      if (below === '/latest.json' && query.get('page') === '0') return { body: { topic_list: { topics } } }
      const topic = topics.find(({ id }) => below === `/t/${id}.json`)
      return topic === undefined ? { status: 404 } : { body: topic }
    },
  )
  const [forum] = listForums([`${standIn.url}${at}`])
  if (forum === undefined) throw new Error('There is no forum')
  const parts = makeCallParts()
  const fetch = guardedFetch({ named: ['127.0.0.1'], types: jsonTypes })
  const http = sourceHttpClient({ ...parts, fetch, userAgent: 'Unmet/0.1' })
  const client = discourseClient(forum, { http, sourceClock: parts.sourceClock })
  const { feed } = discourseSource({ forum, client, timeLimitMs: 60_000, sourceClock: parts.sourceClock })
  const { posts } = await feed.listNew({ kind: 'community', value: 'newest topics' }, null, noSignal)
  return posts.map(({ community, title, selftext, createdAt, url }) => [
    community.replace(forum.name, 'FORUM'),
    title,
    selftext,
    createdAt.toISOString(),
    url?.replace(forum.address, 'FORUM'),
  ])
}

const tenth = '2026-11-20T10:00:00.000Z'
type Expected = [community: string, title: string, text: string, date: string, link: string]
const usual: Expected = [
  'FORUM: Feature & wishes',
  'Is there a tool for task 1?',
  'I would pay for it.',
  tenth,
  'FORUM/t/1',
]
const one = (own: object = {}, post: Record<string, unknown> = {}) => makeTopic({ id: 1, ...own }, post)

const cooked = [
  '<aside class="quote" data-username="jane"><div class="title">jane:</div><blockquote><p>Theirs.</p></blockquote></aside>',
  '<p><a class="mention" href="/u/jane">@jane</a> we copy <em>everything</em> <img class="emoji" alt=":sob:" src="/x.png">:</p>',
  '<pre><code class="lang-sql">select 1;</code></pre>',
  '<ol><li>export</li><li>paste</li></ol>',
  '<script>steal()</script><p onclick="x">See <a href="https://acme.test/a/very/long">https://acme.test/a/…</a></p>',
].join('\n')

test.each<[string, Forum, ...Expected[]]>([
  [
    'stands below a path',
    { topics: [one()], at: '/forum' },
    ['FORUM', usual[1], usual[2], tenth, 'FORUM/t/1'],
  ],
  [
    'does not name its categories',
    { topics: [one()], answers: { '/site.json': { status: 404 } } },
    ['FORUM', usual[1], usual[2], tenth, 'FORUM/t/1'],
  ],
  [
    'is old and leaves most fields out',
    {
      topics: [
        {
          id: 1,
          title: 'A wish',
          post_stream: {
            posts: [{ post_number: 1, cooked: '<p>Please.</p>', created_at: '2014-02-03T04:05:06Z' }],
          },
        } as unknown as Topic,
      ],
    },
    ['FORUM', 'A wish', 'Please.', '2014-02-03T04:05:06.000Z', 'FORUM/t/1'],
  ],
  ['writes dates with a zone', { topics: [one({}, { created_at: '2026-11-20T12:00:00+02:00' })] }, usual],
  [
    'has entities, markup and other scripts in its titles',
    { topics: [one({ title: 'Caf\u00e9 &amp; &lt;b&gt; \u65e5\u672c\u8a9e\u0007' })] },
    [usual[0], 'Caf\u00e9 &amp; &lt;b&gt; \u65e5\u672c\u8a9e', usual[2], tenth, 'FORUM/t/1'],
  ],
  [
    'quotes, mentions, shows code, lists, pictures and scripts',
    { topics: [one({}, { cooked })] },
    [
      usual[0],
      usual[1],
      '> Theirs.\n\n@jane we copy everything :\n\n```\nselect 1;\n```\n\n1. export\n2. paste\n\nSee https://acme.test/a/very/long',
      tenth,
      'FORUM/t/1',
    ],
  ],
  [
    'mixes banners, pinned topics and what cannot be read into its list',
    {
      topics: [
        one(),
        makeTopic({ id: 2, pinned_globally: true }),
        makeTopic({ id: 3, archetype: 'banner' }),
        { id: 'x' } as unknown as Topic,
      ],
    },
    usual,
  ],
  [
    'has lost the first post of a topic',
    { topics: [one({}, { post_number: 3 }), makeTopic({ id: 2 })] },
    [usual[0], 'Is there a tool for task 2?', usual[2], tenth, 'FORUM/t/2'],
  ],
  [
    'moves each topic to the address of its title',
    {
      topics: [one()],
      answers: {
        '/t/1.json': { status: 301, headers: { location: '/t/a-tool/1.json' } },
        '/t/a-tool/1.json': { body: one() },
      },
    },
    usual,
  ],
  ['has no topics', {}],
])('a forum that %s is read', async (_name, forum, ...expected) => {
  expect(await read(forum)).toEqual(expected)
})

const notOfIt = 'sent a response that is not from Discourse'
const answersWith = (reply: FakeReply): Forum => ({ answers: { '/latest.json': reply } })

test.each<[string, Forum, string]>([
  [
    'lets members in alone',
    answersWith({ status: 403, body: { errors: ['Log in'] } }),
    'refused (status 403)',
  ],
  [
    'asks whether we are human',
    answersWith({ headers: { 'content-type': 'text/html' }, body: '<html>Just a moment...</html>' }),
    'sent "text/html", which is not supported',
  ],
  ['sends 10 MB', answersWith({ body: { topic_list: 'x'.repeat(10 * 1024 * 1024) } }), 'sent more than 8 MB'],
  [
    'truncated',
    answersWith({ body: '{"topic_list":{"top' }),
    'sent a response that is truncated or not JSON',
  ],
  ['says nothing', answersWith({ body: '' }), 'sent an empty answer'],
  ['is another program', answersWith({ body: { posts: [] } }), notOfIt],
  [
    'dates a topic to a day that is none',
    { topics: [one({}, { created_at: '2026-02-31T99:00:00Z' })] },
    notOfIt,
  ],
  ['leaves out a title', { topics: [one({ title: null })] }, notOfIt],
])('a forum that %s is refused by name', async (_name, forum, sentence) => {
  await expect(read(forum)).rejects.toThrow(new RegExp(`^${sentence.replaceAll(/[().]/gu, '\\$&')}`, 'u'))
})
