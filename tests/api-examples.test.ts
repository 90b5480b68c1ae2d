import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SignedUp } from '#tests/harness/account-calls.ts'
import { callByKey, makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { addNews, makeWatch } from '#tests/harness/make-watch.ts'
import { bringMaterial, scoreWaiting } from '#tests/harness/own-calls.ts'
import { need } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import {
  type DocumentedOperation,
  type ExampleLanguage,
  exampleWriters,
  type ListedOperation,
} from '#web/features/developers/write-example.ts'

vi.setConfig({ testTimeout: 60_000 })

const run = promisify(execFile)

type Interpreter = { program: string; ending: string; runner: string; has: boolean }

/**
 * The code that runs examples one after another in one process. The code prints each file's name before that
 * file's output.
 */
const interpreters: Record<ExampleLanguage, Interpreter> = {
  curl: {
    program: 'sh',
    ending: 'sh',
    runner: 'for file in "$@"; do echo "== $file"; . "$file"; done',
    has: await answers('curl'),
  },
  TypeScript: {
    program: process.execPath,
    ending: 'mts',
    runner: `for (const file of process.argv.slice(2)) {
      console.log('== ' + file)
      await import(file)
    }`,
    has: true,
  },
  Python: {
    program: 'python3',
    ending: 'py',
    runner: `import runpy, sys
for file in sys.argv[1:]:
    print("== " + file)
    runpy.run_path(file)`,
    has: await answers('python3'),
  },
}

async function answers(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  )
}

let product: TestApp
let owner: SignedUp
let folder = ''
let origin = ''
let key = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unmet-examples-'))
  product = await openTestApp()
  await product.storePosts([makePost({ ...need('time tracking'), sourceId: 'need1' })])
  owner = await signUpPro(product)
  key = (await makeKeyOf(product.app, owner)).secret
  origin = await product.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true })
})

/** The objects that the examples read, change and delete. */
async function makeThings(): Promise<Record<string, string>> {
  const { pool } = product.database
  await pool.query('delete from watches where user_id = $1', [owner.user.id])
  await scoreWaiting(product)
  const watchId = await makeWatch(pool, owner.user.id, { query: 'tracking' })
  await addNews(pool, watchId)
  const found = await callByKey(product.app, '/search', { key, payload: { keyword: 'tracking' } })
  const text = 'I would pay for a tool for invoices.'
  const { id: collectionId } = await bringMaterial(product, owner, { name: 'Tickets', text })
  const rows = await callByKey(product.app, '/own/search', { key, payload: {} })
  const rowId = rows.json().posts[0].id
  return { searchId: found.json().searchId, watchId, source: 'reddit', id: 'need1', collectionId, rowId }
}

async function listOperations(): Promise<ListedOperation[]> {
  const reply = await product.app.inject('/api/v1/openapi.json')
  const { paths }: { paths: Record<string, Record<string, DocumentedOperation>> } = reply.json()
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  // Examples that delete objects run last, because other examples read these objects.
  return all.sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'))
}

for (const [language, { program, ending, runner, has }] of Object.entries(interpreters)) {
  const title = `every ${language} example of the page runs as it is shown, with the ids filled in`
  test.skipIf(!has)(has ? title : `${title} (skipped: ${language} is not installed here)`, async () => {
    const write = exampleWriters[language as ExampleLanguage]
    const known = await makeThings()
    const files: string[] = []
    for (const listed of await listOperations()) {
      const file = join(folder, `${listed.operation.operationId}.${ending}`)
      const text = write(origin, listed).replace(/YOUR_(\w+)/gu, (_, name: string) => known[name] ?? name)
      await writeFile(file, text)
      files.push(file)
    }
    expect(files.length).toBeGreaterThan(15)
    const runnerFile = join(folder, `run-all.${ending}`)
    await writeFile(runnerFile, runner)
    const { stdout } = await run(program, [runnerFile, ...files], { env: { ...process.env, UNMET_KEY: key } })
    const outputs = stdout.split(/^== .*\n|(?<=\})== .*\n/mu).slice(1)
    expect(outputs).toHaveLength(files.length)
    for (const [at, output] of outputs.entries()) {
      expect(output, files[at]).toMatch(/^\{/u)
      expect(output, files[at]).not.toMatch(/^\{\s*["']?(?:message|code)["']?:/u)
    }
  })
}
