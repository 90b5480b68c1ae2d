import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { makeWatch } from '#tests/harness/make-watch.ts'
import { scoreWaiting } from '#tests/harness/own-calls.ts'
import { runScript } from '#tests/harness/run-script.ts'
import { runScriptHere } from '#tests/harness/run-script-here.ts'
import { need } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const trades = Array.from(
  { length: 30 },
  (_, at) => `trade${String.fromCharCode(97 + (at % 26)).repeat(3 + at)}`,
)

let product: TestApp
let folder: string
let url: string
let key: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unmet-command-'))
  product = await openTestApp()
  const posts = trades.map((trade, at) => {
    const { title, selftext } = need(`quillfeathers of a ${trade}`)
    return makePost({
      title: `${title} \u{1b}[31m`,
      selftext: `${selftext} ${`${trade} `.repeat(30)}`,
      sourceId: `p${at}`,
    })
  })
  await product.storePosts(posts)
  const owner = await signUpPro(product)
  key = (await makeKeyOf(product.app, owner)).secret
  await makeWatch(product.database.pool, owner.user.id, { query: 'quillfeathers' })
  url = await product.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true })
})

const unmet = (args: readonly string[], environment: Record<string, string> = { UNMET_KEY: key }) =>
  runScriptHere('unmet.ts', args, { UNMET_URL: url, HOME: folder, ...environment })

test('search shows posts with score and link, and no control characters of their authors', async () => {
  const { code, stdout, stderr } = await runScript('unmet.ts', ['search', 'quillfeathers', '--limit', '3'], {
    UNMET_URL: url,
    UNMET_KEY: key,
  })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^ *\d+ {2}Is there a tool for quillfeathers/u)
  expect(stdout).toMatch(/3 of \d+ posts\n$/u)
  expect(stdout).not.toContain('\u{1b}')
})

test('search, brief and watches answer JSON', async () => {
  const asked = [['search', 'quillfeathers'], ['brief', 'quillfeathers'], ['watches']]
  const [found, brief, watches] = await Promise.all(
    asked.map(async (args) => {
      const { code, stdout, stderr } = await unmet([...args, '--json'])
      expect([code, stderr]).toEqual([0, ''])
      return JSON.parse(stdout)
    }),
  )
  expect(found.posts).toHaveLength(10)
  expect(brief.keyword).toBe('quillfeathers')
  expect(watches.watches).toMatchObject([{ query: 'quillfeathers' }])
})

test('a watch is previewed, added, listed with its id, and removed', async () => {
  const asked = ['quillfeathers price', '--min-score', '40']
  const preview = await unmet(['watches', 'preview', ...asked])
  expect([preview.code, preview.stdout]).toEqual([
    0,
    expect.stringMatching(/^\d+ posts in the last 90 days\nAdding it costs no search\n$/u),
  ])
  const added = await unmet(['watches', 'add', ...asked, '--name', 'Prices', '--json'])
  const { id, ...watch } = JSON.parse(added.stdout)
  expect(watch).toMatchObject({ name: 'Prices', query: 'quillfeathers price', minScore: 40 })
  expect((await unmet(['watches'])).stdout).toContain(
    `${id}  Prices  (quillfeathers price)  0 new of 0 posts`,
  )
  expect(await unmet(['watches', 'remove', id])).toMatchObject({ code: 0, stdout: 'Deleted; 1 are left\n' })
  const again = await unmet(['watches', 'remove', id])
  expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('Refused (404)')])
})

test('a file is uploaded under its name and its rows are searched', async () => {
  const file = join(folder, 'tickets.txt')
  await writeFile(file, 'I would pay for a tool that sends invoices.')
  const added = await unmet(['own', 'add', file])
  expect([added.code, added.stdout]).toEqual([
    0,
    expect.stringMatching(/ {2}tickets\.txt {2}scoring {2}0 rows\n$/u),
  ])
  await scoreWaiting(product)
  expect((await unmet(['own'])).stdout).toMatch(/ {2}tickets\.txt {2}ready {2}1 rows\n$/u)
  const found = await unmet(['own', 'search', 'invoices'])
  expect(found.stdout).toMatch(/^ *\d+ {2}I would pay for a tool[^\n]*\n.*1 rows were searched\n$/su)
})

test('export writes every post of a search once, without a bar where nobody watches', async () => {
  const { code, stdout, stderr } = await unmet(['export', 'quillfeathers'])
  expect([code, stderr]).toEqual([0, ''])
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id)
  expect(new Set(ids).size).toBe(trades.length)
  expect(ids).toHaveLength(trades.length)
})

test('score reads files and lines, and says which text has no score', async () => {
  const single = join(folder, 'one.txt')
  const lines = join(folder, 'many.jsonl')
  await writeFile(single, 'I would pay for a tool that sends invoices.')
  await writeFile(lines, '{"title":"A tool?","text":"I waste hours every week."}\n{"text":" "}\n')
  expect(await unmet(['score', single])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^ *\d+ {2}/u),
  })
  const { code, stdout } = await unmet(['score', lines, '--json'])
  expect(code).toBe(4)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).problem),
  ).toEqual([null, 'The text is empty.'])
})

test('a key file is used, unless others can read it', async () => {
  const file = join(folder, 'key')
  await writeFile(file, `${key}\n`)
  await chmod(file, 0o644)
  const open = await unmet(['watches'], { UNMET_KEY_FILE: file })
  expect([open.code, open.stderr]).toEqual([
    2,
    `Others can read ${file}, so its key is not used. Run: chmod 600 ${file}\n`,
  ])
  await chmod(file, 0o600)
  expect((await unmet(['watches'], { UNMET_KEY_FILE: file })).code).toBe(0)
})

test.each([
  [2, [], 'Name a command'],
  [2, ['search'], 'Name a keyword'],
  [2, ['search', 'x', '--colour'], "Unknown option '--colour'"],
  [2, ['search', 'x', '--limit', '0'], '--limit has to be a whole number'],
  [2, ['watches', 'add', 'x', '--min-score', 'high'], '--min-score has to be a whole number'],
  [2, ['watches', 'change'], 'Name one of these: list, preview, add, remove'],
  [2, ['watches', 'remove'], 'Name the id of one watch'],
  [2, ['own', 'add'], 'Name one file'],
  [2, ['score', 'nothing.txt'], 'nothing.txt cannot be opened'],
  [2, ['watches', '--url', 'ftp://x'], 'is not an http(s) address'],
  [1, ['watches', '--url', 'http://127.0.0.1:9'], 'does not answer'],
] as const)('ends with %i for %j', async (wanted, args, message) => {
  const { code, stdout, stderr } = await unmet(args)
  expect([code, stdout]).toEqual([wanted, ''])
  expect(stderr).toContain(message)
})

test('a refusal of the instance ends with 3, and no key ends with 2, without showing a key', async () => {
  const wrong = await unmet(['watches'], { UNMET_KEY: `${key}x` })
  expect([wrong.code, wrong.stderr]).toEqual([
    3,
    expect.stringMatching(/^Refused \(401\): This API key is not complete/u),
  ])
  expect(wrong.stderr).not.toContain(key)
  expect((await unmet(['watches'], {})).code).toBe(2)
})

test('--help has examples, and each of them runs', async () => {
  const { code, stdout } = await unmet(['--help'], {})
  expect(code).toBe(0)
  const [, shown = ''] = /with mode 600\.\n\n(.+?)\n\n/su.exec(stdout) ?? []
  const examples = shown.split('\n').map((line) => {
    const [, words = ''] = /npm run unmet -- ([^>]+)/u.exec(line) ?? []
    return [...words.replace('https://unmet.example', url).matchAll(/"([^"]+)"|\S+/gu)].map(
      ([word, quoted]) => quoted ?? word,
    )
  })
  expect(examples.map(([command]) => command)).toEqual(['search', 'watches', 'export'])
  for (const args of examples) expect(await unmet(args), args.join(' ')).toMatchObject({ code: 0 })
})

test('--version is the version in package.json, as metrics and /admin say it', async () => {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'))
  expect(await unmet(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
})
