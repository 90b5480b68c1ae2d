import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { readPostmasterFile } from '#server/database/postmaster-file.ts'
import { smallServer } from '#tests/harness/small-server.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'

const script = resolve(import.meta.dirname, '../../../../scripts/archive-import.ts')
const rows = 10_000
const killAfter = 2_000

let folder: TemporaryDataDir
let dataDir = ''
let children: ChildProcess[] = []
beforeEach(async () => {
  children = []
  folder = await makeTemporaryDataDir()
  dataDir = join(folder.path, 'data')
  await writeFile(join(folder.path, 'dump.ndjson'), Array.from({ length: rows }, dumpLine).join(''))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await folder.remove()
})

function dumpLine(_: unknown, index: number): string {
  const post = {
    id: `p${index}`,
    subreddit: 'smallbusiness',
    title: `Is there a tool for task ${index}?`,
    selftext: 'I do it by hand every week, and it takes hours.',
    score: index,
    created_utc: 1_600_000_000 + index,
  }
  return `${JSON.stringify(post)}\n`
}

/** The script as users run it, on its own embedded server. */
function startImport() {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [script, 'dump.ndjson'], {
    cwd: folder.path,
    env: { ...env, DATA_DIR: dataDir },
  })
  children.push(child)
  const outcome = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr]) => ({ code: child.exitCode, stdout, stderr }),
  )
  return {
    outcome,
    hasEnded: () => child.exitCode !== null,
    kill: (name: NodeJS.Signals) => child.kill(name),
  }
}

function openClient(password: string): pg.Client {
  const host = join(dataDir, 'postgres')
  const client = new pg.Client({ host, user: 'unmet', database: 'unmet', password })
  client.on('error', () => {})
  return client
}

async function countPosts(): Promise<number> {
  const client = openClient(await readFile(join(dataDir, 'postgres.password'), 'utf8').catch(() => ''))
  try {
    await client.connect()
    return (await client.query('select count(*)::int as posts from archive_posts')).rows[0].posts
  } catch {
    // The server or the table does not exist yet.
    return 0
  } finally {
    await client.end()
  }
}

type RunningImport = ReturnType<typeof startImport>

async function connectToServer(): Promise<pg.Client> {
  const client = openClient(await readFile(join(dataDir, 'postgres.password'), 'utf8'))
  await client.connect()
  return client
}

async function killServer(client: pg.Client): Promise<void> {
  const file = await readPostmasterFile(join(dataDir, 'postgres'))
  if (file === null) throw new Error('the server does not run')
  process.kill(file.pid, 'SIGKILL')
  await client.end().catch(() => {})
}

/** Kills the server while a transaction of the import waits for a lock. */
async function killInside(): Promise<void> {
  const client = await connectToServer()
  await client.query('begin')
  await client.query('lock table archive_sources in share row exclusive mode')
  const waiting = `select pid from pg_locks where relation = 'archive_sources'::regclass and not granted`
  let waiter: number | undefined
  while (waiter === undefined) {
    waiter = (await client.query<{ pid: number }>(waiting)).rows[0]?.pid
    if (waiter === undefined) await sleep(10)
  }
  // The lock is released when the server dies, and the waiting process could then still commit.
  process.kill(waiter, 'SIGSTOP')
  await killServer(client)
  process.kill(waiter, 'SIGKILL')
}

/** Pauses the import while it has no open transaction, kills the server, and resumes the import. */
async function killBetween(importing: RunningImport): Promise<void> {
  const client = await connectToServer()
  const inside = `select count(*)::int as inside from pg_stat_activity
    where application_name = 'unmet' and state <> 'idle'`
  for (;;) {
    importing.kill('SIGSTOP')
    if ((await client.query(inside)).rows[0].inside === 0) break
    importing.kill('SIGCONT')
    await sleep(1)
  }
  await killServer(client)
  importing.kill('SIGCONT')
}

async function ask<T>(query: string, values: unknown[] = []): Promise<T[]> {
  const database = await openDatabase(
    { databaseUrl: null, dataDir, serverSettings: smallServer },
    'command',
    () => {},
  )
  try {
    return (await database.pool.query(query, values)).rows
  } finally {
    await database.close()
  }
}

const lostSentence =
  /^The connection to the database was lost\. dump\.ndjson is in up to line (\d+)\. Fix that and run the same command again: stored rows are skipped\.$/u

/** Expects the message of a failed import, and that all rows up to the named line are stored. */
async function expectLine(stderr: string): Promise<void> {
  // Progress lines may also name the dump, so only lines about the connection are counted.
  const reported = stderr.split('\n').filter((line) => line.includes('connection to the database'))
  expect(reported).toHaveLength(1)
  expect(reported[0]).toMatch(lostSentence)
  expect(stderr).not.toMatch(/^ {4}at /mu)
  const line = Number(lostSentence.exec(reported[0] ?? '')?.[1])
  expect(line).toBeGreaterThanOrEqual(killAfter / 2)
  expect(line).toBeLessThan(rows)
  const upToLine = `select count(*)::int as posts from archive_posts where substr(source_id, 2)::int < $1`
  expect(await ask(upToLine, [line])).toEqual([{ posts: line }])
}

/** Expects each post once and all indexes in the archive, and that its server is stopped. */
async function expectWhole(): Promise<void> {
  const counts = `select count(*)::int as posts, count(distinct source_id)::int as different,
    (select sum(posts)::int from archive_sources) as counted,
    (select sum(cardinality(post_ids))::int from arrivals) as arrived from archive_posts`
  expect(await ask(counts)).toEqual([{ posts: rows, different: rows, counted: rows, arrived: rows }])
  const indexes = `select count(*)::int as indexes from pg_indexes where indexname like 'posts\\_words\\_%'`
  expect(await ask(indexes)).toEqual([{ indexes: 11 }])
  expect(await readPostmasterFile(join(dataDir, 'postgres'))).toBe(null)
}

async function runUntilKilled(kill: (importing: RunningImport) => Promise<void>) {
  const importing = startImport()
  while (!importing.hasEnded() && (await countPosts()) < killAfter) await sleep(10)
  await kill(importing)
  return importing.outcome
}

test('an import whose server is killed says in one line how far it came, and a second run brings in the rest', async () => {
  const { code, stderr } = await runUntilKilled(killInside)
  expect(code).toBe(1)
  await expectLine(stderr)
  const second = await startImport().outcome
  expect([second.code, second.stderr]).toEqual([0, expect.not.stringContaining('failed')])
  await expectWhole()
})

test('a server that is killed between two transactions of an import loses and doubles no row', async () => {
  const { code, stderr } = await runUntilKilled(killBetween)
  // The import goes on if the server is back in time, and otherwise it says how far it came.
  if (code !== 0) await expectLine(stderr)
  const second = await startImport().outcome
  expect(second.code).toBe(0)
  if (code === 0) expect(second.stdout).toContain('inserted 0, updated 0, unchanged 10,000')
  await expectWhole()
})
