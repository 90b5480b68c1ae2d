import { limits } from '#contract/limits.ts'
import type { Webhook, WebhookFormat } from '#contract/webhooks.ts'
import { users } from '#server/database/account-schema.ts'
import { webhooks } from '#server/database/delivery-schema.ts'
import { and, eq, isNotNull, isNull, lt, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'

export type NewWebhook = {
  watchId: string
  url: string
  format: WebhookFormat
  template: string | null
  secret: string
}

type Row = { webhook: typeof webhooks.$inferSelect; waiting: number; failure: string | null }

const toWebhook = ({ webhook: row, waiting, failure }: Row): Webhook => ({
  id: row.id,
  watchId: row.watchId,
  url: row.url,
  format: row.format,
  template: row.template,
  createdAt: row.createdAt.toISOString(),
  off: row.offAt && { at: row.offAt.toISOString(), because: row.offReason ?? 'owner' },
  oldSecretUntil: row.oldSecretUntil?.toISOString() ?? null,
  waiting,
  failure,
  folded: row.folded,
})

const waitingPosts = sql<number>`(select count(*)::int from webhook_deliveries
  where webhook_id = "webhooks"."id" and state = 'waiting' and coalesce(post_id, own_row_id) is not null)`

const lastFailure = sql<string | null>`(select failure from webhook_deliveries
  where webhook_id = "webhooks"."id" and state in ('waiting', 'failed') and failure is not null and coalesce(post_id, own_row_id) is not null
  order by created_at desc limit 1)`

const listed = { webhook: webhooks, waiting: waitingPosts, failure: lastFailure }

/** Webhooks of a deleted watch are kept, because the watch may be restored. */
export const isLive = sql`"webhooks"."deleted_at" is null and exists (
  select from watches where watches.id = "webhooks"."watch_id" and watches.deleted_at is null)`

/**
 * Whether the account has reached its limit. A new webhook replaces those of deleted watches. Concurrent
 * additions run one after another, because each of them counts the webhooks.
 */
async function isFull(tx: Transaction, userId: string, most: number): Promise<boolean> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const all = and(eq(webhooks.userId, userId), isNull(webhooks.deletedAt))
  if ((await tx.$count(webhooks, all)) < most) return false
  if ((await tx.$count(webhooks, and(all, isLive))) >= most) return true
  await tx
    .update(webhooks)
    .set({ deletedAt: sql`now()` })
    .where(and(all, sql`not (${isLive})`))
  return false
}

/** A webhook of this account that is not deleted and whose watch is not deleted. */
const ownedLive = (userId: string, id: string) =>
  and(eq(webhooks.userId, userId), eq(webhooks.id, id), isLive)

function deletionOf(db: Database) {
  return {
    /** The position is kept, so that a restored webhook continues where it stopped. */
    async deleteWebhook(userId: string, id: string, now: Date): Promise<boolean> {
      const { rowCount } = await db.update(webhooks).set({ deletedAt: now }).where(ownedLive(userId, id))
      return rowCount === 1
    },

    async restoreWebhook(userId: string, id: string, most: number): Promise<'restored' | 'full'> {
      return inTransaction(db, async (tx) => {
        const which = and(eq(webhooks.userId, userId), eq(webhooks.id, id))
        const isDeleted = await tx.$count(webhooks, and(which, isNotNull(webhooks.deletedAt)))
        if (isDeleted > 0 && (await isFull(tx, userId, most))) return 'full'
        await tx.update(webhooks).set({ deletedAt: null }).where(which)
        return 'restored'
      })
    },

    /** Whether the account has this webhook, but has deleted its watch, which can be restored. */
    async isWatchDeleted(userId: string, id: string): Promise<boolean> {
      const which = and(eq(webhooks.userId, userId), eq(webhooks.id, id), isNull(webhooks.deletedAt))
      return (await db.$count(webhooks, and(which, sql`not (${isLive})`))) > 0
    },

    async deleteOlderWebhooks(deletedBefore: Date): Promise<void> {
      await db.delete(webhooks).where(lt(webhooks.deletedAt, deletedBefore))
    },
  }
}

export type WebhookStore = ReturnType<typeof makeWebhookStore>

/** The webhooks of accounts. Every query filters by owner. */
export function makeWebhookStore(db: Database) {
  async function findWebhook(userId: string, id: string): Promise<Webhook | null> {
    const [row] = await db.select(listed).from(webhooks).where(ownedLive(userId, id))
    return row === undefined ? null : toWebhook(row)
  }

  return {
    ...deletionOf(db),
    findWebhook,

    async listWebhooks(userId: string): Promise<Webhook[]> {
      const rows = await db
        .select(listed)
        .from(webhooks)
        .where(and(eq(webhooks.userId, userId), isLive))
        .orderBy(webhooks.createdAt, webhooks.id)
      return rows.map(toWebhook)
    },

    /** The webhook receives posts that are found from now on. */
    async addWebhook(userId: string, own: NewWebhook, most: number) {
      return inTransaction(db, async (tx) => {
        if (await isFull(tx, userId, most)) return 'full' as const
        const { rows } = await tx.execute<{ id: string }>(sql`
          insert into webhooks (user_id, watch_id, url, format, template, secret, read_to)
          select user_id, id, ${own.url}, ${own.format}, ${own.template}, ${own.secret},
            coalesce((select max(number) from watch_posts where watch_id = watches.id), 0)
          from watches where id = ${own.watchId} and user_id = ${userId} and deleted_at is null returning id`)
        return rows[0]?.id ?? ('no watch' as const)
      })
    },

    /** Returns false if the account has no such webhook. */
    async changeWebhook(
      userId: string,
      id: string,
      change: Partial<Pick<typeof webhooks.$inferInsert, 'url' | 'template' | 'offAt' | 'offReason'>>,
    ): Promise<boolean> {
      const resumed = change.offAt === null ? { offUntold: false, pausedUntil: null } : {}
      const { rowCount } = await db
        .update(webhooks)
        .set({ id, ...change, ...resumed })
        .where(ownedLive(userId, id))
      return rowCount === 1
    },

    /** Returns false if `knownUntil` is given and the old secret does not end at that time. */
    async changeSecret(
      userId: string,
      id: string,
      { secret, now, knownUntil }: { secret: string; now: Date; knownUntil?: Date | null },
    ): Promise<boolean> {
      const isKnown =
        knownUntil === undefined
          ? undefined
          : sql`${webhooks.oldSecretUntil} is not distinct from ${knownUntil}::timestamptz`
      const until = new Date(now.getTime() + limits.oldSecretHours * 3_600_000)
      const { rowCount } = await db
        .update(webhooks)
        .set({ oldSecret: sql`secret`, oldSecretUntil: until, secret })
        .where(and(ownedLive(userId, id), isKnown))
      return rowCount === 1
    },
  }
}
