import { limits } from '#contract/limits.ts'
import type { Webhook, WebhookFormat } from '#contract/webhooks.ts'
import { users } from '#server/database/account-schema.ts'
import { webhooks } from '#server/database/delivery-schema.ts'
import { and, eq, sql } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'

export type NewWebhook = {
  watchId: string
  url: string
  format: WebhookFormat
  template: string | null
  secret: string
}

type Row = typeof webhooks.$inferSelect & { waiting: number }

const toWebhook = (row: Row): Webhook => ({
  id: row.id,
  watchId: row.watchId,
  url: row.url,
  format: row.format,
  template: row.template,
  createdAt: row.createdAt.toISOString(),
  off: row.offAt && { at: row.offAt.toISOString(), because: row.offReason ?? 'owner' },
  oldSecretUntil: row.oldSecretUntil?.toISOString() ?? null,
  waiting: row.waiting,
  folded: row.folded,
})

const waiting = sql<number>`(select count(*)::int from webhook_deliveries
  where webhook_id = "webhooks"."id" and state = 'waiting' and post_id is not null)`

/** A deleted watch can be restored, and its webhooks with it. */
const ofLiveWatch = sql`exists (select from watches where watches.id = "webhooks"."watch_id" and deleted_at is null)`

export type WebhookStore = ReturnType<typeof makeWebhookStore>

/** The webhooks of accounts; every access includes the owner. */
export function makeWebhookStore(db: Database) {
  const owned = (userId: string, id: string) =>
    and(eq(webhooks.userId, userId), eq(webhooks.id, id), ofLiveWatch)

  async function findWebhook(userId: string, id: string): Promise<Webhook | null> {
    const rows = await db.select({ webhook: webhooks, waiting }).from(webhooks).where(owned(userId, id))
    return rows[0] === undefined ? null : toWebhook({ ...rows[0].webhook, waiting: rows[0].waiting })
  }

  return {
    findWebhook,

    async listWebhooks(userId: string): Promise<Webhook[]> {
      const rows = await db
        .select({ webhook: webhooks, waiting })
        .from(webhooks)
        .where(and(eq(webhooks.userId, userId), ofLiveWatch))
        .orderBy(webhooks.createdAt, webhooks.id)
      return rows.map((row) => toWebhook({ ...row.webhook, waiting: row.waiting }))
    },

    /** It gets the news that comes from now on. */
    async addWebhook(userId: string, own: NewWebhook, most: number) {
      return inTransaction(db, async (tx) => {
        // Serialises concurrent additions, which count the webhooks.
        await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
        if ((await tx.$count(webhooks, eq(webhooks.userId, userId))) >= most) return 'full' as const
        const { rows } = await tx.execute<{ id: string }>(sql`
          insert into webhooks (user_id, watch_id, url, format, template, secret, read_to)
          select user_id, id, ${own.url}, ${own.format}, ${own.template}, ${own.secret},
            coalesce((select max(number) from watch_posts where watch_id = watches.id), 0)
          from watches where id = ${own.watchId} and user_id = ${userId} and deleted_at is null returning id`)
        return rows[0]?.id ?? ('no watch' as const)
      })
    },

    /** False if the account has no such webhook. */
    async changeWebhook(
      userId: string,
      id: string,
      change: Partial<Pick<typeof webhooks.$inferInsert, 'url' | 'template' | 'offAt' | 'offReason'>>,
    ): Promise<boolean> {
      const resumed = change.offAt === null ? { offUntold: false, pausedUntil: null } : {}
      const { rowCount } = await db
        .update(webhooks)
        .set({ id, ...change, ...resumed })
        .where(owned(userId, id))
      return rowCount === 1
    },

    async changeSecret(userId: string, id: string, { secret, now }: { secret: string; now: Date }) {
      const until = new Date(now.getTime() + limits.oldSecretHours * 3_600_000)
      const { rowCount } = await db
        .update(webhooks)
        .set({ oldSecret: sql`secret`, oldSecretUntil: until, secret })
        .where(owned(userId, id))
      return rowCount === 1
    },

    async deleteWebhook(userId: string, id: string): Promise<boolean> {
      const { rowCount } = await db.delete(webhooks).where(owned(userId, id))
      return rowCount === 1
    },
  }
}
