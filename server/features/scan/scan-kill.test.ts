import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ScanProgramOptions } from '#tests/harness/scan-program.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'

const program = fileURLToPath(new URL('../../../tests/harness/scan-program.ts', import.meta.url))
const communities = Array.from({ length: 10 }, (_, at) => `community${at}`)
const postsPerTarget = 1000

// A busy machine needs seconds to start a process.
vi.setConfig({ testTimeout: 240_000 })

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const child of programs) child.kill('SIGKILL')
  programs.clear()
  await database.close()
})

type Kill = { line: string; times: number }
const programs = new Set<ChildProcess>()

/** A process that is ready to scan, and starts on request. */
function prepareScan(own: Partial<ScanProgramOptions> = {}) {
  const options: ScanProgramOptions = {
    databaseUrl: database.url,
    communities,
    postsPerTarget,
    careless: false,
    ...own,
  }
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  programs.add(child)
  /** Waits until the process ends, or has printed a line this many times. Returns how the process ended. */
  return async (killAt: Kill | null) => {
    child.stdin.write('go')
    let seen = 0
    for await (const line of createInterface(child.stdout)) {
      if (line === killAt?.line) seen += 1
      if (killAt !== null && seen === killAt.times && child.signalCode === null) child.kill('SIGKILL')
    }
    await ended
    programs.delete(child)
    return { code: child.exitCode, signal: child.signalCode }
  }
}

/** Runs one scan after another. The next process starts up in the meantime. */
async function scanInTurn(kills: readonly (Kill | null)[]) {
  const endings = []
  let prepared = prepareScan()
  for (const [at, kill] of kills.entries()) {
    const next = at + 1 < kills.length ? prepareScan() : prepared
    endings.push(await prepared(kill))
    prepared = next
  }
  return endings
}

async function ask(query: string): Promise<unknown> {
  return (await database.pool.query(query)).rows
}

const killed = { code: null, signal: 'SIGKILL' }
const finished = { code: 0, signal: null }

test('a scan of 10,000 posts that is killed ten times loses none, doubles none and counts each once', async () => {
  const moments = [1, 2, 4, 5, 7, 8, 10, 11, 6, 3].map((times, at) => ({
    line: at % 2 === 0 ? 'asked' : 'kept',
    times,
  }))
  expect(await scanInTurn([...moments, null])).toEqual([...moments.map(() => killed), finished])
  expect(
    await ask(`select count(*)::int as posts, count(distinct source_id)::int as different,
      (select sum(posts)::int from archive_sources) as counted from archive_posts`),
  ).toEqual([{ posts: 10_000, different: 10_000, counted: 10_000 }])
  expect(
    await ask(`select count(*)::int as targets, sum(posts_read)::int as read, sum(posts_new)::int as new,
      count(*) filter (where state = 'done')::int as done, count(distinct run_id)::int as runs from scan_targets`),
  ).toEqual([{ targets: 10, read: 10_000, new: 10_000, done: 10, runs: 1 }])
  expect(await ask('select 1 from scan_runs where ended_at is null')).toEqual([])
})

test('control: a scan that notes a page before it stores it is seen to lose it', async () => {
  const own = { communities: ['community0'] }
  expect(await prepareScan({ ...own, careless: true })({ line: 'noted', times: 1 })).toEqual(killed)
  expect(await prepareScan(own)(null)).toEqual(finished)
  expect(await ask('select count(*)::int as posts from archive_posts')).toEqual([
    { posts: postsPerTarget - 100 },
  ])
})
