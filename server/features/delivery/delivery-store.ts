import type { WebhookDelivery, WebhookFormat } from '#contract/webhooks.ts'
import { sql } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { newsWork } from '#server/database/watch-schema.ts'
import { isLive } from './webhook-store.ts'

/** A due delivery with all data that is needed to send it. */
export type DueDelivery = {
  id: string
  /** The post or the row of own material; both ids are null for a test. */
  postId: number | null
  ownRowId: number | null
  tries: number
  webhookId: string
  url: string
  format: WebhookFormat
  template: string | null
  secrets: string[]
  watch: { id: string; name: string }
  isWaiting: boolean
}

/** The outcome of an attempt. */
export type TryOutcome = {
  state: 'waiting' | 'delivered' | 'failed' | 'removed'
  tries: number
  status: number | null
  failure: string | null
  nextTryAt: Date | null
}

type DeliveryRow = {
  id: string
  webhookId: string
  postId: number | null
  ownRowId: number | null
  tries: number
  url: string
  format: WebhookFormat
  template: string | null
  secret: string
  oldSecret: string | null
  watchId: string
  name: string
  isWaiting: boolean
}

const toDue = ({ secret, oldSecret, watchId, name, ...row }: DeliveryRow): DueDelivery => ({
  ...row,
  secrets: oldSecret === null ? [secret] : [secret, oldSecret],
  watch: { id: watchId, name },
})

const dueColumns = (now: Date) => sql`
  delivery.id, webhook_id as "webhookId", post_id::float8 as "postId",
  own_row_id::float8 as "ownRowId", delivery.tries, url, format, template, secret,
  case when old_secret_until > ${now} then old_secret end as "oldSecret", watch_id as "watchId", name,
  state = 'waiting' as "isWaiting"
  from webhook_deliveries as delivery join webhooks on webhooks.id = webhook_id join watches on watches.id = watch_id`

const isTest = sql`(delivery.post_id is null and delivery.own_row_id is null)`

/** A webhook is active if it is on, neither it nor its watch is deleted, and no `Retry-After` pauses it. */
const running = (now: Date) => sql`off_at is null and webhooks.deleted_at is null
  and coalesce(paused_until <= ${now}, true)
  and exists (select from watches where watches.id = webhooks.watch_id and watches.deleted_at is null)`

/** Posts that are held back after a restore are delivered when their source has confirmed them. */
const isShown = (postId: string) =>
  sql`not exists (select from held_posts where held_posts.id = ${sql.raw(postId)})`

const logColumns = sql`
  delivery.id, ${isTest} as test, coalesce(archive_posts.title, own_row.title) as title, state, delivery.tries, delivery.status, failure,
  delivery.created_at as "createdAt", delivery.next_try_at as "nextTryAt"
  from webhook_deliveries as delivery join webhooks on webhooks.id = webhook_id
  left join archive_posts on archive_posts.id = delivery.post_id
  left join own_material as own_row on own_row.id = delivery.own_row_id`

type LogRow = Omit<WebhookDelivery, 'createdAt' | 'nextTryAt'> & {
  createdAt: string
  nextTryAt: string | null
}

// For raw SQL, the driver returns dates as text.
const toLogged = (row: LogRow): WebhookDelivery => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
  nextTryAt: row.nextTryAt === null ? null : new Date(row.nextTryAt).toISOString(),
})

export type DeliveryStore = ReturnType<typeof makeDeliveryStore>

type ReadWebhook = {
  id: string
  deliversOwn: boolean
  readTo: string
  newest: string
  watchId: string
  userId: string
  url: string
  lastDay: number
}

/** Whether another webhook of the same owner has already sent the post to the same URL. */
const isSentTo = ({ id, userId, url }: ReadWebhook) =>
  sql`other.id <> ${id} and other.user_id = ${userId} and other.url = ${url}`

function deliveryMaker(db: Database) {
  return {
    /**
     * Adds a delivery for each new post, up to the daily limit. Further posts are only counted. The position
     * is updated in the same transaction, so each post gets exactly one delivery.
     */
    async addDeliveries(
      webhookId: string,
      { now, mostADay }: { now: Date; mostADay: number },
    ): Promise<void> {
      await inTransaction(db, async (tx) => {
        const { rows } = await tx.execute<ReadWebhook>(sql`
          select id, read_to as "readTo", watch_id as "watchId", user_id as "userId", url, (
            select own_material and own_delivered from watches where watches.id = watch_id) as "deliversOwn", coalesce((
            select max(number) from watch_posts where watch_id = webhooks.watch_id), 0) as newest, (select count(*)::int from webhook_deliveries
            where webhook_id = webhooks.id and coalesce(post_id, own_row_id) is not null and created_at > ${now}::timestamptz - interval '1 day'
          ) as "lastDay"
          from webhooks where id = ${webhookId} and off_at is null and deleted_at is null for update`)
        const [webhook] = rows
        if (webhook === undefined) return
        const room = Math.max(0, mostADay - webhook.lastDay)
        await tx.execute(sql`
          with news as materialized (
            select number, post_id, own_row_id, row_number() over (order by number) as place from watch_posts
            where watch_id = ${webhook.watchId} and number > ${webhook.readTo} and number <= ${webhook.newest}
              and (post_id is not null or ${webhook.deliversOwn})
              and not exists (
                select from webhook_deliveries as told join webhooks as other on other.id = told.webhook_id
                where told.post_id = watch_posts.post_id and ${isSentTo(webhook)})
              and not exists (
                select from webhook_deliveries as told join webhooks as other on other.id = told.webhook_id
                where told.own_row_id = watch_posts.own_row_id and ${isSentTo(webhook)})
          ), made as (
            insert into webhook_deliveries (webhook_id, post_id, own_row_id, next_try_at, created_at)
            select ${webhookId}, post_id, own_row_id, ${now}::timestamptz, ${now}::timestamptz + place * interval '1 microsecond'
            from news where place <= ${room} order by number
            on conflict do nothing
          )
          update webhooks set read_to = greatest(read_to, ${webhook.newest}),
            folded = folded + (select count(*) from news where place > ${room}) where id = ${webhookId}`)
      })
    },
  }
}

/** The queries of the delivery jobs. */
function deliveryWork(db: Database) {
  return {
    announcedAs: newsWork,

    /** The webhooks that have new posts or due deliveries, with their owners. */
    async listDue(now: Date): Promise<{ id: string; userId: string }[]> {
      const { rows } = await db.execute<{ id: string; userId: string }>(sql`
        select webhooks.id, webhooks.user_id as "userId" from webhooks where ${running(now)} and (
          exists (select from watch_posts where watch_id = webhooks.watch_id and number > read_to)
          or exists (select from webhook_deliveries where webhook_id = webhooks.id and state = 'waiting'
            and next_try_at <= ${now} and coalesce(post_id, own_row_id) is not null
            and ${isShown('post_id')}))`)
      return rows
    },

    /** Null if no delivery is due, or if the webhook is off. */
    async findNextDue(webhookId: string, now: Date): Promise<DueDelivery | null> {
      const { rows } = await db.execute<DeliveryRow>(sql`
        select ${dueColumns(now)} where webhook_id = ${webhookId} and state = 'waiting' and not ${isTest}
          and delivery.next_try_at <= ${now} and ${isShown('delivery.post_id')} and ${running(now)}
        order by delivery.next_try_at, delivery.created_at limit 1`)
      return rows[0] === undefined ? null : toDue(rows[0])
    },

    async saveTry(id: string, outcome: TryOutcome, now: Date): Promise<void> {
      const { state, tries, status, failure, nextTryAt } = outcome
      await db.execute(sql`
        update webhook_deliveries set state = ${state}, tries = ${tries}, status = ${status}, failure = ${failure},
          next_try_at = ${nextTryAt}, ended_at = ${state === 'waiting' ? null : now} where id = ${id}`)
    },

    async pauseUntil(webhookId: string, until: Date): Promise<void> {
      await db.execute(sql`update webhooks set paused_until = ${until} where id = ${webhookId}`)
    },

    /** Switches a webhook off, and notes that its owner has to be notified. */
    async switchOff(webhookId: string, because: 'gone' | 'failed', now: Date): Promise<void> {
      await db.execute(sql`
        update webhooks set off_at = ${now}, off_reason = ${because}, off_untold = true
        where id = ${webhookId} and off_at is null`)
    },
  }
}

/** Mails about webhooks that were switched off. */
function deliveryNotices(db: Database) {
  return {
    async listUntold(): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from webhooks where off_untold and ${isLive}`,
      )
      return rows.map(({ id }) => id)
    },

    /** The content of the mail. Null if it was already sent, or if the webhook is on again. */
    async findUntold(id: string) {
      const { rows } = await db.execute<{
        email: string
        name: string
        watchId: string
        because: 'gone' | 'failed'
      }>(sql`
        select email, name, watches.id as "watchId", off_reason as because
        from webhooks join watches on watches.id = watch_id join users on users.id = webhooks.user_id
        where webhooks.id = ${id} and off_untold and ${isLive}`)
      return rows[0] ?? null
    },

    async noteTold(id: string): Promise<void> {
      await db.execute(sql`update webhooks set off_untold = false where id = ${id}`)
    },
  }
}

/** The delivery log of a webhook, for its owner. */
function deliveryLog(db: Database) {
  return {
    /** Null if the account has no such webhook. */
    async listDeliveries(userId: string, webhookId: string, most: number): Promise<WebhookDelivery[]> {
      const { rows } = await db.execute<LogRow>(sql`
        select ${logColumns} where webhook_id = ${webhookId} and user_id = ${userId}
        order by delivery.created_at desc, delivery.id limit ${most}`)
      return rows.map(toLogged)
    },

    async findLogged(id: string): Promise<WebhookDelivery | null> {
      const { rows } = await db.execute<LogRow>(sql`select ${logColumns} where delivery.id = ${id}`)
      return rows[0] === undefined ? null : toLogged(rows[0])
    },

    /** A delivery without a post. Null if the account has no such webhook. */
    async addTest(userId: string, webhookId: string, now: Date): Promise<string | null> {
      const { rows } = await db.execute<{ id: string }>(sql`
        insert into webhook_deliveries (webhook_id, next_try_at, created_at)
        select id, ${now}::timestamptz, ${now}::timestamptz from webhooks
        where id = ${webhookId} and user_id = ${userId} and ${isLive} returning id`)
      return rows[0]?.id ?? null
    },

    /** A delivery that its owner wants to send again, even if the webhook is off. */
    async findOwned(userId: string, id: string, now: Date): Promise<DueDelivery | null> {
      const { rows } = await db.execute<DeliveryRow>(sql`
        select ${dueColumns(now)} where delivery.id = ${id} and webhooks.user_id = ${userId} and ${isLive}`)
      return rows[0] === undefined ? null : toDue(rows[0])
    },

    /** Deletes all deliveries of each webhook except the newest. Pending ones stay. */
    async deleteOldDeliveries(most: number): Promise<void> {
      await db.execute(sql`
        delete from webhook_deliveries using (
          select id, row_number() over (partition by webhook_id order by created_at desc, id) as place
          from webhook_deliveries
        ) as ranked where webhook_deliveries.id = ranked.id and place > ${most} and state <> 'waiting'
          and created_at < now() - interval '1 day'`)
    },
  }
}

export const makeDeliveryStore = (db: Database) => ({
  ...deliveryMaker(db),
  ...deliveryWork(db),
  ...deliveryNotices(db),
  ...deliveryLog(db),
})
