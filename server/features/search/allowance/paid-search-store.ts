import { createHash } from 'node:crypto'
import type { Database } from '#server/database/open-database.ts'
import { claimStart, unreadBrief } from './save-search-rows.ts'

/** The name under which `rate_limits` stores searches that were paid for. */
export const claimName = (question: string) =>
  `paid ${createHash('sha256').update(question).digest('base64url').slice(0, 22)}`

const mostRecent = 50

/** The searches that accounts have just paid for, across all instances. */
export function makePaidSearchStore(db: Database) {
  return {
    /** The newest searches of an account, newest first. */
    async listRecent(userId: string, since: Date): Promise<{ token: string; keyword: string }[]> {
      const { rows } = await db.$client.query<{ token: string; keyword: string }>({
        name: 'recent_searches',
        text: `select session_token as token, keyword from search_sessions
          where user_id = $1 and created_at > $2 order by created_at desc, id limit ${mostRecent}`,
        values: [userId, since],
      })
      return rows
    },

    /**
     * Uses up the search that a brief has paid for and nobody has read. Returns false if there is no such
     * search.
     */
    async takeUnread(userId: string, question: string, since: Date): Promise<boolean> {
      const { rowCount } = await db.$client.query({
        name: 'take_unread_brief',
        text: `update rate_limits set request_count = 2 where identifier = $1 and endpoint = $2
          and bucket_start = '${claimStart}' and ${unreadBrief} and updated_at > $3`,
        values: [`user:${userId}`, claimName(question), since],
      })
      return rowCount === 1
    },

    async deleteOld(before: Date): Promise<void> {
      await db.$client.query(
        `delete from rate_limits where bucket_start = '${claimStart}' and updated_at <= $1`,
        [before],
      )
    },
  }
}

export type PaidSearchStore = ReturnType<typeof makePaidSearchStore>
