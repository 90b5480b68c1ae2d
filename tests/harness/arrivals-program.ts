import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sql } from '#server/database/drizzle.ts'
import type { Transaction } from '#server/database/in-transaction.ts'
import { type Database, databaseOver } from '#server/database/open-database.ts'
import { openPool, poolLimits } from '#server/database/open-pool.ts'
import { importPosts, makeTally } from '#server/features/archive/import/import-posts.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { type Follower, makeArrivalsStore } from '#server/features/archive/store/arrivals-store.ts'
import { followArrivals } from '#server/features/archive/store/follow-arrivals.ts'
import { watchFollower } from '#server/features/watches/match-arrivals.ts'
import { makeWatchNewsStore } from '#server/features/watches/watch-news-store.ts'
import { makePost, unscored } from './make-post.ts'

/**
 * Kills the process at the nth statement that contains this text, either before it is sent or right after.
 */
export type KillAt = { text: string; times: number; sent: boolean }

export type ArrivalsProgramOptions = {
  databaseUrl: string
  killAt: KillAt | null
  /**
   * `careless`: the follower writes its effect outside the transaction, which is wrong. `watchFrom`: a
   * follower matches watches, and its clock shows this time.
   */
  task: { import: string; posts: number } | { follow: string; careless: boolean } | { watchFrom: string }
}

const die = () => process.kill(process.pid, 'SIGKILL')

function killItself({ text, times, sent }: KillAt): void {
  const send: (...given: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query')
  let seen = 0
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [query] = given
    const statement = typeof query === 'string' ? query : String((query as { text?: unknown })?.text)
    if (!statement.includes(text)) return send.apply(this, given)
    seen += 1
    if (seen === times && !sent) die()
    const answer = send.apply(this, given)
    if (seen === times) setImmediate(die)
    return answer
  } as typeof pg.Client.prototype.query
}

async function* madeRows(prefix: string, posts: number) {
  for (let line = 1; line <= posts; line += 1)
    yield { kind: 'post' as const, line, nsfw: false, post: makePost({ sourceId: `${prefix}${line}` }) }
}

/** A follower that records what it read. */
function noting(db: Database, { follow: name, careless }: { follow: string; careless: boolean }): Follower {
  return {
    name,
    read: async (arrivals, inside) => {
      const ids = sql.param(arrivals.map(({ postId }) => postId))
      await (careless ? db : inside).execute(
        sql`insert into read_posts select ${name}, unnest(${ids}::bigint[])`,
      )
    },
  }
}

const watching = (now: string): Follower =>
  watchFollower({
    storeIn: (inside: Transaction) => makeWatchNewsStore(inside, { free: 1, pro: 20 }),
    clock: () => new Date(now),
  })

/** Runs an import, or a follower until standard input ends, in a separate process that tests can kill. */
async function run({ databaseUrl, killAt, task }: ArrivalsProgramOptions): Promise<void> {
  const pool = openPool({ connectionString: databaseUrl }, poolLimits.command)
  const db = databaseOver(pool)
  const { signal } = new AbortController()
  if (killAt !== null) killItself(killAt)
  if ('import' in task) {
    const filters = { communities: null, since: null, minScore: null, minLength: null, nsfw: false }
    const score = { ...unscored, opportunityScore: 10, language: null }
    const deps = {
      store: makeArchiveStore(db),
      scorer: {
        version: 'none',
        scorePost: (): never => {
          throw new Error('scored by scorePosts')
        },
      },
      scorePosts: async (posts: readonly unknown[]) => posts.map(() => score),
      onReject: () => {},
    }
    const end = await importPosts(deps, madeRows(task.import, task.posts), {
      filters,
      tally: makeTally(),
      signal,
    })
    if (end.how !== 'complete') throw new Error(end.how)
  } else {
    const follower = 'watchFrom' in task ? watching(task.watchFrom) : noting(db, task)
    const { name } = follower
    const deps = { store: makeArrivalsStore(db), followers: [follower] }
    let isEnding = false
    process.stdin.resume().once('end', () => {
      isEnding = true
    })
    for (;;) {
      const isLast = isEnding
      await deps.store.listBehind([name])
      await followArrivals(deps, name, signal)
      if (isLast) break
      await sleep(10)
    }
  }
  await pool.end()
}

await run(JSON.parse(process.argv[2] ?? ''))
