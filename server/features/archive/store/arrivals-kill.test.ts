import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#server/database/in-transaction.ts'
import type { ArrivalsProgramOptions, KillAt } from '#tests/harness/arrivals-program.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { storeInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeArrivalsStore } from './arrivals-store.ts'

// On a busy machine, starting a process takes seconds.
vi.setConfig({ testTimeout: 240_000 })

const program = fileURLToPath(new URL('../../../../tests/harness/arrivals-program.ts', import.meta.url))
/** Each round kills two imports and two followers. With `ARRIVAL_ROUNDS=5` there are twenty kills. */
const rounds = Number(process.env.ARRIVAL_ROUNDS ?? 1)
const postsPerImport = 1200
const followers = ['counts', 'watches']

const at = (text: string, times: number, sent: boolean): KillAt => ({ text, times, sent })
const importKills = [
  at('commit', 2, true),
  at('insert into archive_posts', 2, true),
  at('commit', 1, false),
  at('insert into archive_sources', 1, true),
  at('insert into archive_sources', 2, false),
  at('pg_advisory_xact_lock_shared', 3, true),
  at('commit', 1, true),
  at('insert into archive_posts', 3, false),
  at('insert into archive_sources', 3, true),
  at('commit', 3, false),
]
const followKills = [
  at('insert into read_posts', 1, true),
  at('update arrival_followers', 1, true),
  at('update arrivals set number', 1, true),
  at('update arrival_followers', 1, false),
  at('insert into read_posts', 1, false),
  at('commit', 2, true),
  at('commit', 1, true),
  at('commit', 2, false),
  at('delete from arrivals', 1, true),
  at('returning number', 1, true),
]

let database: TestDatabase
let programs: Set<ChildProcess>
beforeEach(async () => {
  programs = new Set()
  database = await openTestDatabase()
  await database.pool.query('create table read_posts (follower text, post_id bigint)')
})
afterEach(async () => {
  for (const child of programs) child.kill('SIGKILL')
  await database.close()
})

function start(task: ArrivalsProgramOptions['task'], killAt: KillAt | null) {
  const options: ArrivalsProgramOptions = { databaseUrl: database.url, task, killAt }
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  programs.add(child)
  // Writing to a killed process fails, as expected.
  child.stdin.on('error', () => {})
  return { child, ended: once(child, 'close').then(([code, signal]) => signal ?? code) }
}

/**
 * Stores a post in a transaction that stays open until the returned function is called. The post is from
 * another source, because imports of the same source would wait to update its count.
 */
async function storeLate(name: string): Promise<() => Promise<void>> {
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>()
  const { promise: stored, resolve: isStored } = Promise.withResolvers<void>()
  const open = inTransaction(database.db, async (tx) => {
    await storeInArchive(tx, [makePost({ source: 'other', sourceId: name })])
    isStored()
    await committing
  })
  await Promise.race([stored, open])
  return async () => {
    commit()
    await open
  }
}

type Kills = { imports: readonly (KillAt | null)[]; follows: readonly (KillAt | null)[] }

/**
 * Two imports and two followers run at the same time. Another transaction begins before the imports and is
 * committed after them.
 */
async function runRound(round: number, { imports, follows }: Kills) {
  await storeInArchive(database.db, [makePost({ sourceId: `before${round}` })])
  const commitLate = await storeLate(`late${round}`)
  const following = followers.map((name, which) =>
    start({ follow: name, careless: false }, follows[which] ?? null),
  )
  // Each import also contains the posts of earlier rounds.
  const importing = ['a', 'b'].map((prefix, which) =>
    start({ import: prefix, posts: postsPerImport * (round + 1) }, imports[which] ?? null),
  )
  const endings = await Promise.all(importing.map(({ ended }) => ended))
  await commitLate()
  for (const { child } of following) child.stdin.end()
  endings.push(...(await Promise.all(following.map(({ ended }) => ended))))
  return endings
}

const ask = async (query: string) => (await database.pool.query(query)).rows

test('two imports and two followers that are killed anywhere: each follower reads each post exactly once', async () => {
  const endings = []
  for (let round = 0; round < rounds; round += 1) {
    const pick = (kills: readonly KillAt[]) =>
      [0, 1].map((which) => kills[(2 * round + which) % kills.length] ?? null)
    endings.push(...(await runRound(round, { imports: pick(importKills), follows: pick(followKills) })))
  }
  expect(endings).toEqual(Array.from({ length: 4 * rounds }, () => 'SIGKILL'))
  expect(await runRound(rounds, { imports: [], follows: [] })).toEqual([0, 0, 0, 0])

  const posts = 2 * postsPerImport * (rounds + 1) + 2 * (rounds + 1)
  expect(await ask('select count(*)::int as posts from archive_posts')).toEqual([{ posts }])
  expect(
    await ask(`select follower, count(*)::int as read, count(distinct post_id)::int as different,
      count(archive_posts.id)::int as stored
      from read_posts left join archive_posts on id = post_id group by 1 order by 1`),
  ).toEqual(followers.map((follower) => ({ follower, read: posts, different: posts, stored: posts })))
  expect(await ask('select from arrivals')).toEqual([])
})

test('control: a follower that notes what it read outside the transaction is seen to read twice', async () => {
  await storeInArchive(database.db, [makePost()])
  const careless = { follow: 'careless', careless: true }
  const killed = start(careless, at('update arrival_followers', 1, false))
  expect(await killed.ended).toBe('SIGKILL')
  const second = start(careless, null)
  second.child.stdin.end()
  expect(await second.ended).toBe(0)
  expect(await ask('select count(*)::int as read from read_posts')).toEqual([{ read: 2 }])
  expect(await makeArrivalsStore(database.db).listBehind(['careless'])).toEqual([])
})
