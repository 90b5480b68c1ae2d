import {
  accountIdentities,
  emailVerificationTokens,
  passwordResetTokens,
  sessions,
  users,
} from '#server/database/account-schema.ts'
import { archivePosts } from '#server/database/archive-schema.ts'
import { billingCustomers } from '#server/database/billing-schema.ts'
import { deleteInBatches, newsOfWatches, ownRows } from '#server/database/delete-in-batches.ts'
import { watchFeeds, webhookDeliveries, webhooks } from '#server/database/delivery-schema.ts'
import { digestSettings, digests } from '#server/database/digest-schema.ts'
import { eq, inArray, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Statements } from '#server/database/in-transaction.ts'
import { apiKeyDays, apiKeys } from '#server/database/key-schema.ts'
import { communityLists, ownCollections } from '#server/database/own-schema.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { rateLimits, searchResults, searchSessions } from '#server/database/search-schema.ts'
import { watches } from '#server/database/watch-schema.ts'
import { sessionsOf } from './account-session-store.ts'

/** Sessions store instants in milliseconds. */
const instantIn = (field: string) =>
  sql<Date | null>`${sessions.content}->>${field}`.mapWith((ms: string) => new Date(Number(ms)))
const sessionColumns = {
  device: sql<string | null>`${sessions.content}->>'device'`,
  signedInAt: instantIn('signedInAt'),
  lastSeenAt: instantIn('lastSeenAt'),
  expiresAt: sessions.expiresAt,
}

const watchColumns = [
  ...(['name', 'query', 'leastScore', 'publicPosts', 'ownMaterial', 'ownDelivered'] as const),
  ...(['pausedAt', 'deletedAt', 'createdAt'] as const),
] as const

const webhookColumns = {
  watch: watches.name,
  ...pickColumns(webhooks, 'url', 'format', 'template', 'createdAt', 'offAt', 'offReason', 'deletedAt'),
}

const deliveryColumns = [
  ...(['state', 'tries', 'status', 'failure'] as const),
  ...(['createdAt', 'nextTryAt', 'endedAt'] as const),
] as const

/** What leaves the account: feeds, webhooks, digests and keys, and the log of each. */
async function readOutlets(db: Statements, userId: string) {
  return {
    watchFeeds: await db
      .select({ watch: watches.name, createdAt: watchFeeds.createdAt })
      .from(watchFeeds)
      .innerJoin(watches, eq(watches.id, watchFeeds.watchId))
      .where(eq(watches.userId, userId)),
    webhooks: await db
      .select(webhookColumns)
      .from(webhooks)
      .innerJoin(watches, eq(watches.id, webhooks.watchId))
      .where(eq(webhooks.userId, userId)),
    webhookDeliveries: await db
      .select({ url: webhooks.url, ...pickColumns(webhookDeliveries, ...deliveryColumns) })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .where(eq(webhooks.userId, userId)),
    apiKeys: await db
      .select(pickColumns(apiKeys, 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'))
      .from(apiKeys)
      .where(eq(apiKeys.userId, userId)),
    apiKeyDays: await db
      .select({ key: apiKeys.name, ...pickColumns(apiKeyDays, 'day', 'calls', 'limited') })
      .from(apiKeyDays)
      .innerJoin(apiKeys, eq(apiKeys.id, apiKeyDays.keyId))
      .where(eq(apiKeys.userId, userId)),
    digests: await db
      .select({
        ...pickColumns(digestSettings, 'isOn', 'frequency', 'at', 'weekday', 'timeZone', 'endedBecause'),
        createdAt: digestSettings.createdAt,
      })
      .from(digestSettings)
      .where(eq(digestSettings.userId, userId)),
    digestMails: await db
      .select(pickColumns(digests, 'dueAt', 'state', 'sentAt'))
      .from(digests)
      .where(eq(digests.userId, userId)),
  }
}

type LinkTable = typeof passwordResetTokens | typeof emailVerificationTokens

function mailedLinks(db: Statements, table: LinkTable, userId: string) {
  return db
    .select({ email: table.email, createdAt: table.createdAt, expiresAt: table.expiresAt, used: table.used })
    .from(table)
    .where(eq(table.userId, userId))
}

/**
 * Only the ids and URLs of posts are exported, because the texts belong to other people and can be read at
 * the URLs.
 */
async function readPosts(db: Statements, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .select(pickColumns(archivePosts, 'id', 'source', 'sourceId', 'title', 'url'))
    .from(archivePosts)
    .where(inArray(archivePosts.id, [...ids]))
  return new Map(rows.map(({ id, ...post }) => [id, post]))
}

function ownData(db: Statements) {
  return {
    /** The data of an account other than its profile and searches. Hashes and secret ids are not included. */
    async readAccountData(userId: string, limitIdentifiers: readonly string[]) {
      return {
        sessions: await db.select(sessionColumns).from(sessions).where(sessionsOf(userId)),
        otherSignIns: await db
          .select(pickColumns(accountIdentities, 'issuer', 'subject', 'email', 'createdAt'))
          .from(accountIdentities)
          .where(eq(accountIdentities.userId, userId)),
        billing: await db
          .select({
            ...pickColumns(billingCustomers, 'mode', 'customerId', 'subscriptionId', 'status', 'priceId'),
            ...pickColumns(billingCustomers, 'periodEnd', 'cancelAt', 'createdAt'),
          })
          .from(billingCustomers)
          .where(eq(billingCustomers.userId, userId)),
        passwordResets: await mailedLinks(db, passwordResetTokens, userId),
        addressConfirmations: await mailedLinks(db, emailVerificationTokens, userId),
        lists: await db
          .select(pickColumns(communityLists, 'name', 'communities', 'createdAt'))
          .from(communityLists)
          .where(eq(communityLists.userId, userId)),
        watches: await db
          .select(pickColumns(watches, ...watchColumns))
          .from(watches)
          .where(eq(watches.userId, userId)),
        ...(await readOutlets(db, userId)),
        attempts: await db
          .select({
            endpoint: rateLimits.endpoint,
            count: rateLimits.requestCount,
            since: rateLimits.bucketStart,
          })
          .from(rateLimits)
          .where(inArray(rateLimits.identifier, [...limitIdentifiers])),
      }
    },

    /** Deletes the user and all data about them in one transaction. Foreign keys cascade. */
    async deleteAccount(userId: string, limitIdentifiers: readonly string[]): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await transaction.delete(users).where(eq(users.id, userId))
        await transaction.delete(sessions).where(sessionsOf(userId))
        await transaction.delete(rateLimits).where(inArray(rateLimits.identifier, [...limitIdentifiers]))
      })
    },
  }
}

const searchesOfAccounts = { table: 'search_sessions', id: 'id', by: 'created_at' }

function belongings(db: Statements) {
  return {
    /**
     * Deletes the rows of which an account can have very many, outside a transaction. `deleteAccount` deletes
     * the rest.
     */
    async deleteBelongings(userId: string): Promise<void> {
      const material = db
        .select({ id: ownCollections.id })
        .from(ownCollections)
        .where(eq(ownCollections.userId, userId))
      for (const { id } of await material) await deleteInBatches(db, ownRows, sql`collection_id = ${id}`)
      const watching = db.select({ id: watches.id }).from(watches).where(eq(watches.userId, userId))
      for (const { id } of await watching) await deleteInBatches(db, newsOfWatches, sql`watch_id = ${id}`)
      await deleteInBatches(db, searchesOfAccounts, sql`user_id = ${userId}`)
    },
  }
}

function ownSearches(db: Statements) {
  return {
    /** Newest first. */
    async listSearchIds(userId: string): Promise<string[]> {
      const rows = await db
        .select({ id: searchSessions.id })
        .from(searchSessions)
        .where(eq(searchSessions.userId, userId))
        .orderBy(sql`${searchSessions.createdAt} desc`, searchSessions.id)
      return rows.map(({ id }) => id)
    },

    /** The searches in the order of the ids. `results` is null if they have expired. */
    async readSearches(ids: readonly string[]) {
      const rows = await db
        .select({
          ...pickColumns(searchSessions, 'id', 'keyword', 'createdAt', 'resultsCount'),
          address: searchSessions.ipAddress,
          visitorId: searchSessions.visitorId,
          postIds: searchResults.postIds,
          resultsExpireAt: searchResults.expiresAt,
        })
        .from(searchSessions)
        .leftJoin(searchResults, eq(searchResults.searchSessionId, searchSessions.id))
        .where(inArray(searchSessions.id, [...ids]))
      const known = await readPosts(db, [...new Set(rows.flatMap(({ postIds }) => postIds ?? []))])
      const searches = new Map(
        rows.map(({ postIds, ...search }) => {
          const results = postIds?.flatMap((id) => known.get(id) ?? []) ?? null
          return [search.id, { ...search, results }]
        }),
      )
      return ids.flatMap((id) => searches.get(id) ?? [])
    },
  }
}

export function makeAccountDataStore(db: Statements) {
  return { ...ownData(db), ...belongings(db), ...ownSearches(db) }
}
