import { openPool, poolLimits } from '#server/database/open-pool.ts'
import { makeIndexedPostsStore } from '#server/features/archive/find/index/indexed-posts-store.ts'
import { catchUpIndex, keepIndex } from '#server/features/archive/find/index/keep-index.ts'

export type IndexProgramOptions = { databaseUrl: string; dataDir: string }

/** Maintains an index in a separate process that tests kill. */
const { databaseUrl, dataDir } = JSON.parse(process.argv[2] ?? '') as IndexProgramOptions
const pool = openPool({ connectionString: databaseUrl }, { ...poolLimits.command, connections: 1 })
const keeping = {
  store: makeIndexedPostsStore(pool),
  dataDir,
  warn: (message: string, cause: unknown) => {
    throw new Error(message, { cause })
  },
}
const { signal } = new AbortController()
for (;;) {
  await catchUpIndex(keeping, signal)
  await keepIndex(keeping, signal)
}
