import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SignedUp } from '#tests/harness/account-calls.ts'
import { callsOf } from '#tests/harness/generated-calls.ts'
import { makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { addNews, makeWatch } from '#tests/harness/make-watch.ts'
import { bringMaterial, scoreWaiting } from '#tests/harness/own-calls.ts'
import { brokenPromises } from '#tests/harness/promised-changes.ts'
import { type ApiDocument, makeReplyCheck, type Operation, type Schema } from '#tests/harness/reply-checks.ts'
import { need } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

vi.setConfig({ testTimeout: 120_000 })

const root = join(import.meta.dirname, '..')
const promisedFile = join(root, 'contract/v1/promised.json')

let product: TestApp
let owner: SignedUp
let key = ''
let watchId = ''
let searchId = ''
let collectionId = ''
let rowId = ''
let document: ApiDocument
let passedMs = 0
const clock = () => new Date(Date.now() + passedMs)

type Sent = { path: string; method: string; body?: unknown }

/** Each call is a minute after the previous one, so that no limit is reached. */
async function send({ path, method, body }: Sent) {
  passedMs += 60_000
  return product.app.inject({
    method: method.toUpperCase() as 'GET',
    url: path,
    headers: { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { payload: body as object }),
  })
}

beforeAll(async () => {
  product = await openTestApp({ clock })
  const posts = ['invoices', 'invoices of shops', 'many invoices', 'time tracking'].map((words, at) =>
    makePost({ ...need(words), sourceId: `need${at}`, community: `shop${at}` }),
  )
  await product.storePosts(posts)
  owner = await signUpPro(product)
  key = (await makeKeyOf(product.app, owner)).secret
  watchId = await makeWatchWithNews()
  collectionId = await bringTickets()
  document = (await product.app.inject('/api/v1/openapi.json')).json()
  const found = await send({ method: 'post', path: '/api/v1/search', body: { keyword: 'invoices' } })
  searchId = found.json().searchId
  const rows = await send({ method: 'post', path: '/api/v1/own/search', body: {} })
  rowId = rows.json().posts[0].id
})

async function makeWatchWithNews(): Promise<string> {
  const id = await makeWatch(product.database.pool, owner.user.id, { query: 'invoices' })
  await addNews(product.database.pool, id)
  return id
}

async function bringTickets(): Promise<string> {
  // Files of earlier calls wait to be scored, and only a few may wait.
  await scoreWaiting(product)
  const text = 'I would pay for a tool for invoices.'
  return (await bringMaterial(product, owner, { name: 'Tickets', text })).id
}

afterAll(() => product.close())

const listOperations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

describe('the OpenAPI document', () => {
  test('is accepted as OpenAPI 3.1 by two validators, which both reject it with an invalid keyword', async () => {
    const both = async (given: object) => [
      (await new Validator().validate(structuredClone(given) as never)).valid,
      await SwaggerParser.validate(structuredClone(given) as never).then(
        () => true,
        () => false,
      ),
    ]
    expect(await both(document)).toEqual([true, true])
    expect(await both({ ...document, paths: { '/a': { get: { responses: 1 } } } })).toEqual([false, false])
  })

  test('has references only to named schemas, never to the whole document', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/gu)].map(([, to = '']) => to)
    expect(references.length).toBeGreaterThan(20)
    for (const reference of references) {
      const name = reference.replace('#/components/schemas/', '')
      expect(Object.keys(document.components.schemas), reference).toContain(name)
      expect(document.components.schemas[name], reference).not.toHaveProperty('$ref')
    }
  })

  test('needs no account, and describes every operation in words', async () => {
    for (const { path, operation } of listOperations()) {
      expect(operation, path).toMatchObject({
        operationId: expect.any(String),
        summary: expect.any(String),
      })
      expect(operation.responses, path).toHaveProperty('401')
    }
    const names = listOperations().map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('the promised interface', () => {
  const promised = async (): Promise<ApiDocument> => JSON.parse(await readFile(promisedFile, 'utf8'))

  test('is kept: no field is removed or narrowed', async () => {
    expect(brokenPromises(await promised(), document)).toEqual([])
  })

  test('includes later additions, as the page shows them (SAVE_PROMISE=1 saves them)', async () => {
    const { info, paths, components } = document
    const { schemas } = components
    const now = { introduction: info.description, paths, components: { schemas } }
    if (process.env.SAVE_PROMISE === '1') await writeFile(promisedFile, `${JSON.stringify(now, null, 1)}\n`)
    expect(await promised()).toEqual(now)
  })

  test.each<[string, (changed: ApiDocument) => unknown]>([
    ['an address that is gone', ({ paths }) => delete paths['/api/v1/usage']],
    ['a field that is gone', ({ components }) => delete fieldsOf(components, 'Post').score],
    [
      'a field of another type',
      ({ components }) => (fieldsOf(components, 'Post').score = { type: 'string' }),
    ],
    [
      'a field that may be null',
      ({ components }) => (fieldsOf(components, 'Post').score = { type: ['integer', 'null'] }),
    ],
    ['a field that may be missing', ({ components }) => (components.schemas.Post as Shape).required?.pop()],
    [
      'a parameter that is gone',
      ({ paths }) => operationAt(paths, '/api/v1/search/{searchId}', 'get').parameters.pop(),
    ],
    ['a lower limit', ({ paths }) => (limitOf(paths).maximum = 10)],
    ['a body with a new demand', ({ paths }) => bodyShape(paths).required?.push('limit')],
    [
      'an operation with another name',
      ({ paths }) => (operationAt(paths, '/api/v1/usage', 'get').operationId = 'x'),
    ],
    ['a refusal with another body', ({ components }) => delete fieldsOf(components, 'Error').code],
  ])('is broken by %s', async (_, change) => {
    const changed = structuredClone(document)
    change(changed)
    expect(brokenPromises(document, changed)).not.toEqual([])
  })

  test('is not broken by additions', () => {
    const changed = structuredClone(document)
    fieldsOf(changed.components, 'Post').mood = { type: 'string' }
    changed.paths['/api/v1/moods'] = structuredClone(document.paths['/api/v1/usage'] ?? {})
    expect(brokenPromises(document, changed)).toEqual([])
  })
})

type Shape = Schema & { properties?: Record<string, Schema>; required?: string[]; maximum?: number }
const fieldsOf = ({ schemas }: ApiDocument['components'], name: string) =>
  (schemas[name] as Shape | undefined)?.properties ?? {}
const operationAt = (paths: ApiDocument['paths'], path: string, method: string) =>
  paths[path]?.[method] as Operation
const bodyShape = (paths: ApiDocument['paths']) =>
  operationAt(paths, '/api/v1/search', 'post').requestBody?.content['application/json'].schema as Shape
const limitOf = (paths: ApiDocument['paths']) => bodyShape(paths).properties?.limit as Shape

const known: Record<string, () => string> = {
  searchId: () => searchId,
  watchId: () => watchId,
  collectionId: () => collectionId,
  rowId: () => rowId,
  source: () => 'reddit',
  id: () => 'need0',
}

test('every operation answers generated input as documented, and never fails', async () => {
  const check = makeReplyCheck(document)
  const answered = new Map<string, number[]>()
  for (const { path, method, operation } of listOperations()) {
    const statuses: number[] = []
    await fc.assert(
      fc.asyncProperty(callsOf(path, operation, known), async (call) => {
        const reply = await send({ ...call, method })
        statuses.push(reply.statusCode)
        expect(reply.statusCode, `${method} ${call.path} ${reply.body}`).toBeLessThan(500)
        check(operation, reply)
      }),
      { numRuns: 25, seed: 45 },
    )
    answered.set(`${method} ${path}`, statuses)
  }
  for (const [address, statuses] of answered) expect(statuses, address).toContain(200)
})

test('a TypeScript client generated from the document compiles and reads every reply', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unmet-client-'))
  try {
    const file = 'unmet-client.ts'
    await generateApi({
      spec: document as never,
      output: folder,
      fileName: file,
      silent: true,
      httpClientType: 'fetch',
    })
    const settings = {
      compilerOptions: {
        strict: true,
        target: 'es2024',
        module: 'esnext',
        moduleResolution: 'bundler',
        lib: ['es2024', 'dom', 'dom.iterable'],
        types: [],
      },
      files: [file],
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(({ stdout }) =>
      expect(stdout).toBe(''),
    )
    await product.app.listen({ host: '127.0.0.1', port: 0 })
    const { Api } = await import(join(folder, file.replace('.ts', '.js')))
    const address = product.app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const client = new Api({
      baseUrl: `http://127.0.0.1:${port}`,
      securityWorker: () => ({ headers: { authorization: `Bearer ${key}` } }),
      baseApiParams: { secure: true, format: 'json' },
    })
    const { api } = client
    passedMs += 60_000
    // Other tests delete the objects that they find.
    watchId = await makeWatchWithNews()
    collectionId = await bringTickets()
    const search = await api.searchPosts({ keyword: 'invoices', limit: 2 })
    expect(search.data).toMatchObject({
      keyword: 'invoices',
      costs: 1,
      posts: [{ community: expect.any(String) }, {}],
    })
    const more = await api.readSearch(search.data.searchId, { cursor: search.data.next, limit: 2 })
    expect(more.data.posts).toHaveLength(1)
    const called = [
      api.readSearchPost(search.data.searchId, 'reddit', 'need0'),
      api.readBrief({ keyword: 'invoices' }),
      api.readNeeds({ keyword: 'invoices' }),
      api.scoreTexts({ texts: [{ title: '', text: 'I would pay for a tool for invoices.' }] }),
      api.listWatches(),
      api.listWatchPosts(watchId),
      api.readWatchPost(watchId, 'reddit', 'need0'),
      api.listOwn(),
      api.searchOwn({ keyword: 'invoices' }),
      api.readOwnBrief({ keyword: 'invoices' }),
      api.uploadOwn({ name: 'More', text: 'I would pay for a tool for invoices.' }),
      api.previewWatch({ query: 'invoices' }),
      api.createWatch({ query: 'invoices', minScore: 30 }),
      api.changeWatch(watchId, { paused: true }),
      api.readUsage(),
    ]
    const replies = await Promise.all(called)
    const [row] = (await api.searchOwn({})).data.posts
    replies.push(
      await api.readOwnRow(row.id),
      await api.deleteWatch(watchId),
      await api.deleteOwn(collectionId),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(replies.length + 2).toBe(listOperations().length)
  } finally {
    await rm(folder, { recursive: true })
  }
})
