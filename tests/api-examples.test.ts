import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callByKey, makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { addNews, makeWatch } from '#tests/harness/make-watch.ts'
import { bringMaterial } from '#tests/harness/own-calls.ts'
import { need } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { type DocumentedOperation, exampleWriters } from '#web/features/developers/write-example.ts'

vi.setConfig({ testTimeout: 60_000 })

let product: TestApp
let folder = ''
let origin = ''
let key = ''
let known: Record<string, string> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unmet-examples-'))
  product = await openTestApp()
  await product.storePosts([makePost({ ...need('time tracking'), sourceId: 'need1' })])
  const owner = await signUpPro(product)
  key = (await makeKeyOf(product.app, owner)).secret
  const watchId = await makeWatch(product.database.pool, owner.user.id, { query: 'tracking' })
  await addNews(product.database.pool, watchId)
  await product.app.listen({ host: '127.0.0.1', port: 0 })
  const address = product.app.server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const found = await callByKey(product.app, '/search', { key, payload: { keyword: 'tracking' } })
  const text = 'I would pay for a tool for invoices.'
  const { id: collectionId } = await bringMaterial(product, owner, { name: 'Tickets', text })
  const rows = await callByKey(product.app, '/own/search', { key, payload: {} })
  const rowId = rows.json().posts[0].id
  known = { searchId: found.json().searchId, watchId, source: 'reddit', id: 'need1', collectionId, rowId }
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true })
})

test('every TypeScript example of the page runs as it is shown, with the ids filled in', async () => {
  const reply = await product.app.inject('/api/v1/openapi.json')
  const { paths }: { paths: Record<string, Record<string, DocumentedOperation>> } = reply.json()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  expect(operations.length).toBeGreaterThan(10)
  for (const listed of operations) {
    const text = exampleWriters.TypeScript(origin, listed)
    const file = join(folder, `${listed.operation.operationId}.mts`)
    await writeFile(
      file,
      text.replace(/YOUR_(\w+)/gu, (_, name: string) => known[name] ?? name),
    )
    const env = { ...process.env, UNMET_KEY: key }
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env })
    expect(stdout, listed.path).toMatch(/^\{/u)
  }
})
