import type { Database } from '#server/database/open-database.ts'
import { makeAttemptStore } from '#server/features/accounts/attempt-store.ts'

export type ScoringLimitStore = ReturnType<typeof makeScoringLimitStore>

export function makeScoringLimitStore(db: Database) {
  const attempts = makeAttemptStore(db)
  return {
    /** Counts one more for the address in this minute, with one statement, and gives the count. Old counts go with those of attempts. */
    async countScore(address: string, minute: Date): Promise<number> {
      const bucket = { identifier: `address:${address}`, endpoint: 'score', bucketStart: minute }
      const [counted] = await attempts.countAttempt([bucket])
      return counted?.count ?? 0
    },
  }
}
