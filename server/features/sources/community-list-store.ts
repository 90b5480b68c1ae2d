import type { CommunityList } from '#contract/community-lists.ts'
import { limits } from '#contract/limits.ts'
import { users } from '#server/database/account-schema.ts'
import { and, eq, inArray } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { communityLists } from '#server/database/own-schema.ts'

export type CommunityListStore = ReturnType<typeof makeCommunityListStore>

const columns = { id: communityLists.id, name: communityLists.name, communities: communityLists.communities }

/** Lists of communities. Every query filters by owner. */
export function makeCommunityListStore(db: Database) {
  return {
    async listLists(userId: string): Promise<CommunityList[]> {
      return db
        .select(columns)
        .from(communityLists)
        .where(eq(communityLists.userId, userId))
        .orderBy(communityLists.name)
    },

    /** The communities (in lower case) of the user's lists with these names. */
    async findListed(userId: string, names: readonly string[]): Promise<Map<string, string[]>> {
      const rows = await db
        .select(columns)
        .from(communityLists)
        .where(and(eq(communityLists.userId, userId), inArray(communityLists.name, [...names])))
      return new Map(rows.map(({ name, communities }) => [name, communities.map((one) => one.toLowerCase())]))
    },

    /** Null if the account already has the maximum number of lists. A list with the same name is replaced. */
    async saveList(userId: string, list: Omit<CommunityList, 'id'>): Promise<CommunityList | null> {
      return inTransaction(db, async (tx) => {
        // Concurrent saves run one after another, because each of them counts the lists.
        await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
        const named = and(eq(communityLists.userId, userId), eq(communityLists.name, list.name))
        const isNew = (await tx.$count(communityLists, named)) === 0
        const lists = await tx.$count(communityLists, eq(communityLists.userId, userId))
        if (isNew && lists >= limits.communityLists) return null
        const [saved] = await tx
          .insert(communityLists)
          .values({ userId, ...list })
          .onConflictDoUpdate({
            target: [communityLists.userId, communityLists.name],
            set: { communities: list.communities },
          })
          .returning(columns)
        return saved ?? null
      })
    },

    /** Returns false if the user has no list with that id. */
    async deleteList(userId: string, id: string): Promise<boolean> {
      const deleted = await db
        .delete(communityLists)
        .where(and(eq(communityLists.userId, userId), eq(communityLists.id, id)))
        .returning({ id: communityLists.id })
      return deleted.length > 0
    },
  }
}
