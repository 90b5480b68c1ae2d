import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { setUpOperator } from '#tests/harness/admin-calls.ts'
import { addressOf, hasBody, listEndpoints } from '#tests/harness/contract-endpoints.ts'
import { findTraces } from '#tests/harness/find-traces.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { bringMaterial, callOwn } from '#tests/harness/own-calls.ts'
import { cookieOf, search } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

/** A word in every row of Ann's collection, and in the collection's name, group and URLs. */
const marker = 'quokkaplum'
/** A word that Ann's rows contain and other people search for. */
const wanted = 'nightjarfig'
const endpoints = await listEndpoints()

let product: TestApp
let ann: SignedUp
let rowId = ''
let collectionId = ''
const logged: string[] = []

const text = [
  'subject,body,product,url',
  `Is there a tool to send ${marker} invoices?,"I waste hours every week on ${wanted}. I need software that sends ${marker} invoices.",${marker},https://${marker}.example/1`,
  `Is there a tool to export ${marker} invoices?,"I waste hours every week on the export. I need software that exports ${marker} invoices.",${marker},`,
].join('\n')

beforeAll(async () => {
  product = await openTestApp(
    {},
    { SEARCH_CACHE_SECONDS: '120', ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' },
    (line) => logged.push(line),
  )
  await product.storePosts([makePost({ title: 'Is there a tool for invoices?', sourceId: 'public1' })])
  ann = await signUp(product.app)
  const collection = await bringMaterial(product, ann, { name: `Tickets ${marker}`, text })
  expect(collection).toMatchObject({ state: 'ready', rows: 2 })
  collectionId = collection.id
  const found = await callOwn(product, ann, ['POST', 'search', { keyword: `${marker} invoices` }])
  expect(found.json().results).toHaveLength(2)
  rowId = found.json().results[0].id
  // Makes a brief for Ann alone, which must not get into a shared cache.
  const own = await callOwn(product, ann, ['POST', 'brief', { keyword: 'invoices' }])
  expect(own.json().brief.posts).toBe(2)
  expect(own.body).toContain(marker)
})
afterAll(() => product.close())

type Reader = { cookie?: string; address: string }

/** Ids of Ann's objects: collections, rows, searches and results. */
function namesFor(searchToken: string): Record<string, string> {
  return {
    collectionId,
    rowId,
    part: '0',
    sessionToken: searchToken,
    sessionId: searchToken,
    source: 'own',
    id: rowId,
    provider: 'google',
  }
}

const mapping = {
  format: 'csv',
  hasHeader: true,
  title: null,
  text: ['body'],
  date: null,
  link: null,
  group: null,
}

/** All values with which an endpoint could find or change Ann's rows. */
const body = {
  keyword: 'invoices',
  collectionIds: undefined as string[] | undefined,
  collectionName: 'Mine',
  mapping,
  text: 'Nothing of hers',
  userId: '',
  userIds: [] as string[],
  title: 'Invoices',
  selftext: 'I waste hours every week on invoices.',
}

function call(
  endpoint: Endpoint,
  reader: Reader,
  { names, payload }: { names: Record<string, string>; payload: object },
) {
  return product.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, (name) => names[name] ?? 'a'.repeat(43)),
    headers: reader.cookie === undefined ? {} : { cookie: reader.cookie },
    remoteAddress: reader.address,
    ...(hasBody(endpoint) ? { payload } : {}),
  })
}

/** Endpoints that end sessions or accounts are called last, and not as the test's own user. */
const isDestructive = ({ path }: Endpoint) => /logout|delete-users|account\/delete/u.test(path)

async function annsRows(): Promise<object> {
  const { pool } = product.database
  const collections = await pool.query('select * from own_collections where id = $1', [collectionId])
  const rows = await pool.query('select * from own_material where collection_id = $1 order by id', [
    collectionId,
  ])
  return { collections: collections.rows, rows: rows.rows }
}

async function walk(reader: Reader, token: string): Promise<{ asked: number; leaks: string[] }> {
  const leaks: string[] = []
  let asked = 0
  for (const endpoint of endpoints.filter((one) => !isDestructive(one))) {
    for (const keyword of ['invoices', wanted]) {
      for (const collectionIds of [undefined, [collectionId]]) {
        const payload = { ...body, keyword, collectionIds, userId: ann.user.id, userIds: [ann.user.id] }
        const reply = await call(endpoint, reader, { names: namesFor(token), payload })
        asked += 1
        if (reply.body.includes(marker))
          leaks.push(`${endpoint.method} ${endpoint.path}: ${reply.body.slice(0, 200)}`)
        if (endpoint.path.includes(':collectionId') || endpoint.path.includes(':rowId')) {
          if (reply.statusCode < 400)
            leaks.push(`${endpoint.method} ${endpoint.path} said ${reply.statusCode}`)
        }
      }
    }
  }
  return { asked, leaks }
}

test("no endpoint shows a person's own material to others or lets them change it", async () => {
  const before = await annsRows()
  const annsSearch = await search(product.app, 'invoices', { cookie: ann.cookie })
  const annsToken = annsSearch.json().sessionId
  const visitorSearch = await search(product.app, 'invoices')
  const bob = await signUp(product.app)
  await product.database.pool.query(`update users set subscription_tier = 'pro' where id = $1`, [bob.user.id])
  const operator = await setUpOperator(product.app)
  const readers: Record<string, Reader> = {
    visitor: { cookie: cookieOf(visitorSearch), address: '203.0.113.9' },
    bob,
    operator: { cookie: operator, address: '203.0.113.10' },
  }
  for (const [name, reader] of Object.entries(readers)) {
    const { asked, leaks } = await walk(
      reader,
      name === 'visitor' ? visitorSearch.json().sessionId : annsToken,
    )
    expect(asked).toBeGreaterThan(100)
    expect({ name, leaks }).toEqual({ name, leaks: [] })
  }
  expect(await annsRows()).toEqual(before)
})

test('public searches of the owner show only public posts, also from the cache, and count no own rows', async () => {
  await product.database.pool.query(`update users set subscription_tier = 'pro' where id = $1`, [ann.user.id])
  const keyword = 'invoices'
  for (const cookie of [ann.cookie, '', ann.cookie]) {
    const reply = await search(product.app, keyword, cookie === '' ? {} : { cookie })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.body).not.toContain(marker)
    const { results, coverage, sessionId } = reply.json()
    const url = `/api/search-results/${sessionId}/brief`
    const brief = await product.app.inject({ url, headers: cookie === '' ? {} : { cookie } })
    expect(brief.body).not.toContain(marker)
    expect(results.map(({ source }: { source: string }) => source)).toEqual(['reddit'])
    expect(coverage[0].posts).toBe(1)
  }
  const counts = await product.app.inject({ url: '/api/instance' })
  expect(counts.body).not.toContain(marker)
})

test('own material is only in its own tables: not in the archive, results, lists, jobs, logs or files', async () => {
  expect(await findTraces(product.database.pool, product.dataDir, marker)).toEqual([
    'public.own_collections.name',
    'public.own_material.community',
    'public.own_material.selftext',
    'public.own_material.summary',
    'public.own_material.title',
    'public.own_material.url',
    'public.own_material.words',
  ])
  expect(logged.join('\n')).not.toContain(marker)
})

test('own material leaves no trace after its collection or the account is deleted', async () => {
  const reply = await callOwn(product, ann, ['DELETE', `collections/${collectionId}`])
  expect(reply.statusCode).toBe(200)
  expect(await findTraces(product.database.pool, product.dataDir, marker)).toEqual([])
  await bringMaterial(product, ann, { name: `Again ${marker}`, text })
  await callOwn(product, ann, ['POST', 'collections', { collectionName: `Open ${marker}` }])
  const payload = { password: ann.password }
  const headers = { cookie: ann.cookie }
  const gone = await product.app.inject({ method: 'POST', url: '/api/account/delete', payload, headers })
  expect(gone.statusCode, gone.body).toBe(200)
  expect(await findTraces(product.database.pool, product.dataDir, marker)).toEqual([])
})
