import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ArrivalsProgramOptions, KillAt } from '#tests/harness/arrivals-program.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { makeAccount, makeWatch } from '#tests/harness/make-watch.ts'
import { storeInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'

// On a busy machine, starting a process takes seconds.
vi.setConfig({ testTimeout: 400_000 })

const program = fileURLToPath(new URL('../../../tests/harness/arrivals-program.ts', import.meta.url))
/** `WATCH_KILLS=20` kills the process twenty times. */
const kills = Number(process.env.WATCH_KILLS ?? 3)
const postsPerKill = 40
const now = '2026-03-01T12:00:00Z'

const places: readonly KillAt[] = [
  { text: 'insert into watch_posts', times: 1, sent: true },
  { text: 'insert into watch_posts', times: 1, sent: false },
  { text: 'update arrival_followers', times: 1, sent: true },
  { text: 'update arrival_followers', times: 1, sent: false },
  { text: 'commit', times: 1, sent: false },
  { text: 'commit', times: 1, sent: true },
  { text: 'pg_advisory_xact_lock', times: 1, sent: true },
]

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Runs the watches until the process is killed or its standard input ends. */
function startWatching(killAt: KillAt | null) {
  const options: ArrivalsProgramOptions = { databaseUrl: database.url, task: { watchFrom: now }, killAt }
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  // Writing to a killed process fails, as expected.
  child.stdin.on('error', () => {})
  return { child, ended: once(child, 'close').then(([code, signal]) => signal ?? code) }
}

const arrive = (round: number) =>
  storeInArchive(
    database.db,
    Array.from({ length: postsPerKill }, (_, at) =>
      makePost({
        sourceId: `${round} ${at}`,
        title: at % 2 === 0 ? 'An invoice' : 'A kettle',
        createdAt: new Date('2026-02-20T00:00:00Z'),
      }),
    ),
  )

test('watches that are killed anywhere under incoming posts miss none and have none twice', async () => {
  const ann = await makeAccount(database.pool)
  const wanted = ['invoice', 'kettle', 'invoice OR kettle', 'zebra']
  const ids = await Promise.all(wanted.map((query) => makeWatch(database.pool, ann, { query })))
  await arrive(0)
  for (let round = 1; round <= kills; round += 1) {
    const watching = startWatching(places[round % places.length] ?? null)
    await arrive(round)
    expect(await watching.ended).toBe('SIGKILL')
  }
  const last = startWatching(null)
  last.child.stdin.end()
  expect(await last.ended).toBe(0)
  const { rows } = await database.pool.query<{ watch: string; posts: number; different: number }>(
    'select watch_id as watch, count(*)::int as posts, count(distinct post_id)::int as different from watch_posts group by 1',
  )
  const half = ((kills + 1) * postsPerKill) / 2
  const expected = [half, half, 2 * half, 0]
  for (const [at, id] of ids.entries()) {
    const { posts = 0, different = 0 } = rows.find(({ watch }) => watch === id) ?? {}
    expect([posts, different], wanted[at]).toEqual([expected[at], expected[at]])
  }
})
