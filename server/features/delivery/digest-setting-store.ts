import type { Digest } from '#contract/digests.ts'
import { users } from '#server/database/account-schema.ts'
import { digestSettings, digests, unsubscribeTokens } from '#server/database/digest-schema.ts'
import { and, eq, lt, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { hashOfToken } from '#server/database/secret-token.ts'
import type { DigestTime } from './digest-rules.ts'

/** Null if the person has not chosen anything yet. */
export type StoredSetting = {
  email: string
  isConfirmed: boolean
  setting: (DigestTime & Pick<Digest, 'isOn' | 'endedBecause'> & { nextDueAt: Date | null }) | null
  lastSentAt: Date | null
}

type WantedDigest = DigestTime & { isOn: boolean; nextDueAt: Date | null }

export type DigestSettingStore = ReturnType<typeof makeDigestSettingStore>

const lastNews = sql`(select coalesce(max(number), 0) from watch_posts)`
const olderPosts = (userId: string) => sql`(
  select coalesce(jsonb_object_agg(id, older_posts), '{}') from watches where user_id = ${userId})`

/** Deletes a pending digest. Its posts count as not mailed yet. */
const dropWaiting = (tx: Transaction, userId: string) =>
  tx.delete(digests).where(and(eq(digests.userId, userId), eq(digests.state, 'waiting')))

function settings(db: Database) {
  return {
    async findSetting(userId: string): Promise<StoredSetting | null> {
      const [row] = await db
        .select({
          email: users.email,
          isConfirmed: sql<boolean>`${users.emailVerifiedAt} is not null`,
          setting: digestSettings,
          lastSentAt: sql<Date | null>`(
            select max(sent_at) from digests where digests.user_id = ${users.id})`.mapWith(digests.sentAt),
        })
        .from(users)
        .leftJoin(digestSettings, eq(digestSettings.userId, users.id))
        .where(eq(users.id, userId))
      return (row as StoredSetting | undefined) ?? null
    },

    /**
     * Posts that were found before digests were switched on are not mailed. Digests that were stopped by an
     * unsubscribe link or by bounces continue where they stopped.
     */
    async saveSetting(userId: string, wanted: WantedDigest): Promise<void> {
      await inTransaction(db, async (tx) => {
        const values = { ...wanted, bounces: 0, endedBecause: null }
        await tx
          .insert(digestSettings)
          .values({ userId, ...values, toldNumber: lastNews, olderTold: olderPosts(userId) } as never)
          .onConflictDoUpdate({
            target: digestSettings.userId,
            set: {
              ...values,
              toldNumber: sql`case when ${goesOn} then ${digestSettings.toldNumber} else ${lastNews} end`,
              olderTold: sql`case when ${goesOn} then ${digestSettings.olderTold} else ${olderPosts(userId)} end`,
            },
          })
        await dropWaiting(tx, userId)
      })
    },
  }
}

const goesOn = sql`(${digestSettings.isOn} or ${digestSettings.endedBecause} is not null)`

function unsubscribing(db: Database) {
  return {
    /**
     * Whether the recipient of the mail with this token still gets digests. Null if no mail contained this
     * token.
     */
    async findSubscription(token: string): Promise<{ isOn: boolean } | null> {
      const [row] = await db
        .select({ isOn: sql<boolean>`coalesce(${digestSettings.isOn}, false)` })
        .from(unsubscribeTokens)
        .leftJoin(digestSettings, eq(digestSettings.userId, unsubscribeTokens.userId))
        .where(eq(unsubscribeTokens.tokenHash, hashOfToken(token)))
      return row ?? null
    },

    /** Returns false if no mail contained this token. */
    async unsubscribe(token: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const [found] = await tx
          .select({ userId: unsubscribeTokens.userId })
          .from(unsubscribeTokens)
          .where(eq(unsubscribeTokens.tokenHash, hashOfToken(token)))
        if (found === undefined) return false
        await tx
          .update(digestSettings)
          .set({ isOn: false, nextDueAt: null, endedBecause: 'unsubscribed' })
          .where(and(eq(digestSettings.userId, found.userId), eq(digestSettings.isOn, true)))
        await dropWaiting(tx, found.userId)
        return true
      })
    },

    async deleteOld({ dueBefore, tokensBefore }: { dueBefore: Date; tokensBefore: Date }): Promise<void> {
      await db.delete(digests).where(lt(digests.dueAt, dueBefore))
      await db.delete(unsubscribeTokens).where(lt(unsubscribeTokens.createdAt, tokensBefore))
    },
  }
}

export function makeDigestSettingStore(db: Database) {
  return { ...settings(db), ...unsubscribing(db) }
}
