import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import zlib from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ScriptOutcome } from '#tests/harness/run-script.ts'
import { runScriptHere } from '#tests/harness/run-script-here.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'

const script = resolve(import.meta.dirname, 'archive-import.ts')
let database: TestDatabase
let folder = ''
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'unmet-import-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => database.pool.query('truncate archive_posts, archive_sources'))

function start(...args: string[]): ChildProcessWithoutNullStreams {
  const env = { ...process.env, DATABASE_URL: database.url }
  const child = spawn(process.execPath, [script, ...args], { cwd: folder, env })
  // Ignores errors of a program that has ended before it read all input.
  child.stdin.on('error', () => {})
  return child
}

async function outcomeOf(child: ChildProcessWithoutNullStreams): Promise<ScriptOutcome> {
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}

const runProgram = (...args: string[]) => outcomeOf(start(...args))
const runImport = (...args: string[]) =>
  runScriptHere('archive-import.ts', args, { DATABASE_URL: database.url }, folder)

const row = (index: number) => ({
  id: `p${index}`,
  subreddit: 'smallbusiness',
  title: `Post ${index}`,
  selftext: 'By hand.',
  score: index,
  created_utc: 1_600_000_000 + index,
})
const jsonLines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${JSON.stringify(row(from + index))}\n`).join('')

async function file(name: string, content: string | Buffer): Promise<string> {
  await writeFile(join(folder, name), content)
  return name
}

async function countPosts(): Promise<number> {
  return (await database.pool.query('select count(*)::integer as posts from archive_posts')).rows[0].posts
}

test('a file that is all posts ends with 0 and says what came in', async () => {
  const { code, stdout } = await runProgram(
    await file('good.ndjson.zst', zlib.zstdCompressSync(jsonLines(0, 50))),
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^good\.ndjson\.zst: 50 rows in [\d.]+ s \([\d,]+ rows\/s\)\n {2}inserted 50, updated 0, unchanged 0\n {2}left out 0, rejected 0\n$/u,
  )
  expect(await countPosts()).toBe(50)
})

test('a file with bad lines ends with 3 and lists each of them with its line and reason', async () => {
  const name = await file(
    'some.ndjson',
    `${jsonLines(0, 2)}nonsense\n{"id":"x","created_utc":1600000000}\n${jsonLines(2, 4)}`,
  )
  const { code, stdout } = await runImport(name)
  expect([code, await countPosts()]).toEqual([3, 4])
  expect(stdout).toContain('rejected 2\n  the rejected rows are listed in some.ndjson.rejects.ndjson')
  const rejects = await readFile(join(folder, 'some.ndjson.rejects.ndjson'), 'utf8')
  expect(
    rejects
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { file: 'some.ndjson', line: 3, reason: 'the line is not JSON' },
    { file: 'some.ndjson', line: 4, reason: 'the row has no title' },
  ])
})

test('--rejects names the file, and one that cannot be written does not stop the import', async () => {
  const name = await file('bad.ndjson', `nonsense\n${jsonLines(0, 2)}`)
  expect((await runImport('--rejects', 'mine.ndjson', name)).code).toBe(3)
  expect(await readFile(join(folder, 'mine.ndjson'), 'utf8')).toContain('"line":1')
  const { code, stderr } = await runImport('--rejects', join('no', 'such', 'folder'), name)
  expect(code).toBe(3)
  expect(stderr).toContain('The rejected rows cannot be listed in no/such/folder')
})

async function readRejects(name: string): Promise<string[]> {
  const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line)).map((reject) => `${reject.file} ${reject.line}`)
}

test('files of one run share a list of rejected rows, and the next run starts it anew', async () => {
  const one = await file('r1.ndjson', 'nonsense\n')
  const two = await file('r2.ndjson', `${jsonLines(0, 1)}nonsense\n`)
  await runImport('--rejects', 'shared.ndjson', one, two)
  expect(await readRejects('shared.ndjson')).toEqual(['r1.ndjson 1', 'r2.ndjson 2'])
  await runImport('--rejects', 'shared.ndjson', two)
  expect(await readRejects('shared.ndjson')).toEqual(['r2.ndjson 2'])
})

test('two files of one name in two folders lose no rejected row', async () => {
  await Promise.all(['a', 'b'].map((name) => mkdir(join(folder, name))))
  await runImport(
    await file('a/RS.zst', zlib.zstdCompressSync(`${jsonLines(0, 1)}nonsense\n`)),
    await file('b/RS.zst', zlib.zstdCompressSync(`${jsonLines(0, 1)}nonsense\n`)),
  )
  expect(await readRejects('RS.zst.rejects.ndjson')).toEqual(['a/RS.zst 2', 'b/RS.zst 2'])
})

test('a text that is too long is rejected with its length', async () => {
  const name = await file('long.ndjson', JSON.stringify({ ...row(0), selftext: 'x'.repeat(4_700_000) }))
  expect((await runImport(name)).code).toBe(3)
  expect(await readFile(join(folder, 'long.ndjson.rejects.ndjson'), 'utf8')).toContain(
    'the text has 4,700,000 characters; at most 100,000 are kept',
  )
})

test('a truncated zst ends with 1, keeps what was read, says where, and the next file is still read', async () => {
  const cut = Buffer.concat([
    zlib.zstdCompressSync(jsonLines(0, 40)),
    zlib.zstdCompressSync(jsonLines(40, 80)).subarray(0, 30),
  ])
  const { code, stderr } = await runImport(
    await file('cut.zst', cut),
    await file('next.ndjson', jsonLines(100, 110)),
  )
  expect(code).toBe(1)
  expect(stderr).toContain('cut.zst is cut off: its end is missing. cut.zst is in up to line 40.')
  expect(await countPosts()).toBe(50)
})

test('a CSV without the needed columns ends with 1 and names them', async () => {
  const { code, stderr } = await runImport(await file('wrong.csv', 'title,score\nA,1\n'))
  expect(code).toBe(1)
  expect(stderr).toContain(
    'wrong.csv has no column id (or name, objectID, permalink, url), no column created_utc',
  )
  expect(stderr).toContain('Nothing of wrong.csv was read.')
})

test('a file that is not there ends with 1 before anything is read', async () => {
  const { code, stderr } = await runImport(await file('good.ndjson', jsonLines(0, 5)), 'nothing.zst')
  expect([code, stderr]).toEqual([1, 'nothing.zst cannot be opened: there is no such file.\n'])
  expect(await countPosts()).toBe(0)
})

test('a wrong option ends with 2 and one line, help with 0', async () => {
  expect(await runImport('--since', 'soon', 'a')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: '--since takes a day such as 2024-01-31, not "soon". See --help.\n',
  })
  const help = await runImport('--help')
  expect([help.code, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toContain('npm run archive:import -- [options] FILE...')
})

test('filters are obeyed and what they left out is counted', async () => {
  const { code, stdout } = await runImport(
    await file('f.ndjson', jsonLines(0, 20)),
    '--min-score',
    '15',
    '--communities=SmallBusiness',
  )
  expect([code, await countPosts()]).toEqual([0, 5])
  expect(stdout).toContain('left out 15 (below --min-score 15)')
})

test('Ctrl-C keeps what was read from standard input, says the line and ends with 130', async () => {
  const child = start('-')
  const outcome = outcomeOf(child)
  child.stdin.write(jsonLines(0, 2500))
  while ((await countPosts()) < 1000) await new Promise(setImmediate)
  child.kill('SIGINT')
  const { code, stderr } = await outcome
  expect(code).toBe(130)
  const line = Number(
    /standard input is in up to line (\d+)\. Run the same command again: stored rows are skipped\./u.exec(
      stderr,
    )?.[1],
  )
  expect(line).toBeGreaterThanOrEqual(1000)
  expect(await countPosts()).toBe(line)
})

test('two imports of overlapping files at the same time lose nothing and keep archive_sources exact', async () => {
  const one = await file('one.ndjson', jsonLines(0, 3000))
  const two = await file('two.ndjson', jsonLines(1500, 4500))
  const outcomes = await Promise.all([runProgram(one), runProgram(two)])
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0])
  const { rows } = await database.pool.query(`
    select archive_sources.posts as kept, counted.* from archive_sources, (select count(*)::integer as posts,
      min(created_at) = min(oldest_post_at) as oldest, max(created_at) = max(newest_post_at) as newest
      from archive_posts, archive_sources) as counted`)
  expect(rows).toEqual([{ kept: 4500, posts: 4500, oldest: true, newest: true }])
})

test('a dry run shows how columns are read and keeps nothing', async () => {
  const name = await file('odd.csv', 'Post ID,Title,Timestamp,subreddit\nabc12,A tool?,2024-01-31,SaaS\n')
  const { code, stdout } = await runImport('--dry-run', name)
  expect([code, await countPosts()]).toEqual([0, 0])
  expect(stdout).toContain('    Post ID as id\n')
  expect(stdout).toContain('line 2: reddit:abc12, SaaS, 2024-01-31')
})

test('a dry run over several files goes on behind one that fails, and ends with 1', async () => {
  const good = await file('good.csv', 'Post ID,Title,Timestamp,subreddit\nabc12,A tool?,2024-01-31,SaaS\n')
  const bad = await file('bad.csv', 'Colour,Size\nred,2\n')
  const { code, stdout, stderr } = await runImport('--dry-run', bad, 'missing.csv', good)
  expect([code, await countPosts()]).toEqual([1, 0])
  expect(stdout).toContain('line 2: reddit:abc12, SaaS, 2024-01-31')
  expect(stderr).toContain('bad.csv has no column id')
  expect(stderr).toContain('missing.csv cannot be opened')
})

test('dates in figures come in by the order of their column, and the summary says it and what was not read', async () => {
  const lines = ['6/4/2016 3:48', '6/24/2016 3:48'].map(
    (date, at) => `9100000${at},Ask HN: A tool?,1,2,${date},We copy every invoice by hand and lose a day`,
  )
  const name = await file(
    'hn.csv',
    `id,title,num_points,num_comments,created_at,words\n${lines.join('\n')}\n`,
  )
  const { code, stdout } = await runImport(name)
  expect(code).toBe(0)
  const { rows } = await database.pool.query('select created_at as at from archive_posts order by source_id')
  expect(rows.map(({ at }) => at.toISOString())).toEqual([
    '2016-06-04T03:48:00.000Z',
    '2016-06-24T03:48:00.000Z',
  ])
  expect(stdout).toContain('  Dates such as 6/24/2016 3:48 are read month first.')
  expect(stdout).toContain('  2 of 2 posts had no text; the column words was not read.')
})
