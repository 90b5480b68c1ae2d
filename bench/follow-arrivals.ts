import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import type { Transaction } from '#server/database/in-transaction.ts'
import { databaseOver } from '#server/database/open-database.ts'
import { openPool, poolLimits } from '#server/database/open-pool.ts'
import { makeArrivalsStore } from '#server/features/archive/store/arrivals-store.ts'
import { followArrivals } from '#server/features/archive/store/follow-arrivals.ts'
import { watchFollower } from '#server/features/watches/match-arrivals.ts'
import { makeWatchNewsStore } from '#server/features/watches/watch-news-store.ts'

// Matches arriving posts with watches during an import, until it is told that no more posts will arrive.

const pool = openPool(workerData as PoolConfig, poolLimits.command)
const db = databaseOver(pool)
const follower = watchFollower({
  storeIn: (inside: Transaction) => makeWatchNewsStore(inside, { free: 1, pro: 20 }),
  clock: () => new Date(),
})
const deps = { store: makeArrivalsStore(db), followers: [follower] }
let isEnding = false
parentPort?.once('message', () => {
  isEnding = true
})
for (;;) {
  const isLast = isEnding
  await deps.store.listBehind([follower.name])
  await followArrivals(deps, follower.name, new AbortController().signal)
  if (isLast) break
  await sleep(100)
}
await pool.end()
