import { afterAll, beforeAll, expect, test } from 'vitest'
import { callByKey, makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { agentClients } from '#tests/harness/mcp-clients.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

/**
 * Three posts with the same need, a duplicate of one of them in another community, and more posts than a
 * search shows.
 */
const needs = [
  'I run two shops and count stock by hand every night. I need software that tracks stock in both.',
  'We copy the stock of three shops into a spreadsheet each evening. Looking for a tool to track stock.',
  'We have two shops and count stock on paper. I would pay $40 a month for software that tracks stock.',
]
const trades = Array.from(
  { length: 110 },
  (_, at) => `trade${String.fromCharCode(97 + (at % 26)).repeat(2 + at / 26)}`,
)

let product: TestApp
let key: string
let passedMs = 0
/** The clock advances two seconds per call, so that no rate limit is reached. */
const clock = () => new Date(Date.now() + passedMs)
const later = () => {
  passedMs += 2_000
}
beforeAll(async () => {
  product = await openTestApp({ clock }, { SEARCH_CACHE_SECONDS: '3600' })
  const wished = needs.map((selftext, at) =>
    makePost({ title: `Is there software to track stock, shop ${at}?`, selftext, sourceId: `need${at}` }),
  )
  const copy = makePost({
    title: 'Is there software to track stock, shop 0?',
    selftext: needs[0] ?? '',
    sourceId: 'copy0',
    community: 'elsewhere',
  })
  const others = trades.map((trade, at) =>
    makePost({
      title: `Which tool tracks the stock of a ${trade}?`,
      selftext: `I would pay for a tool that tracks stock of a ${trade}, QuickBooks is too slow and I hate it for ${trade}.`,
      sourceId: `other${at}`,
    }),
  )
  await product.storePosts([...others, ...wished, copy])
  key = (await makeKeyOf(product.app, await signUpPro(product))).secret
})
afterAll(() => product.close())

type Place = { source: string; id: string }

/** All posts in an answer, at any depth. */
function placesIn(value: unknown): Place[] {
  if (Array.isArray(value)) return value.flatMap(placesIn)
  if (typeof value !== 'object' || value === null) return []
  const { source, id } = value as Partial<Place>
  const own = typeof source === 'string' && typeof id === 'string' ? [{ source, id }] : []
  return [...own, ...Object.values(value).flatMap(placesIn)]
}

const distinct = (places: readonly Place[]) => [
  ...new Map(places.map((place) => [`${place.source} ${place.id}`, place])).values(),
]

test('every post that a search, a brief or the needs name can be read with the search that named it', async () => {
  const named = new Map<string, string[]>()
  for (const [path, payload] of [
    ['/search', { keyword: 'stock', limit: 20 }],
    ['/brief', { keyword: 'stock' }],
    ['/needs', { keyword: 'stock' }],
  ] as const) {
    const answer = (await callByKey(product.app, path, { key, payload })).json()
    const places = distinct(placesIn(answer))
    named.set(
      path,
      places.map(({ id }) => id),
    )
    for (const { source, id } of places) {
      later()
      const read = await callByKey(product.app, `/search/${answer.searchId}/posts/${source}/${id}`, { key })
      expect([read.statusCode, read.json().id], `${path} ${id}`).toEqual([200, id])
    }
  }
  expect(named.get('/search')).toContain('copy0')
  const all = await callByKey(product.app, '/search', { key, payload: { keyword: 'stock', limit: 100 } })
  const shown = new Set(placesIn(all.json()).map(({ id }) => id))
  expect(named.get('/needs')?.some((id) => !shown.has(id))).toBe(true)
})

test('an agent reads every post that its tools quoted, and no other', async () => {
  const place = new URL('/mcp', await product.app.listen({ port: 0, host: '127.0.0.1' }))
  const client = await agentClients['the 2.x client'](place, key)
  const brief = await client.callTool('brief_keyword', { keyword: 'stock' })
  const found = await client.callTool('search_posts', { keyword: 'stock' })
  let quoted = 0
  for (const { structuredContent } of [brief, found]) {
    const { searchId } = structuredContent as { searchId: string }
    for (const { source, id } of distinct(placesIn(structuredContent))) {
      later()
      const read = await client.callTool('read_post', { searchId, source, id })
      expect(read.isError, `${id} ${read.content[0]?.text}`).toBeFalsy()
      quoted += 1
    }
    const other = await client.callTool('read_post', { searchId, source: 'reddit', id: 'nothing' })
    expect(other.isError).toBe(true)
  }
  expect(quoted).toBeGreaterThan(12)
  await client.close()
})
