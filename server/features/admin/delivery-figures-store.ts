import type { FailingWebhook } from '#contract/admin-delivery.ts'
import { sql } from '#server/database/drizzle.ts'
import type { Database } from '#server/database/open-database.ts'

type Figures = Record<
  | 'watches'
  | 'paused'
  | 'accounts'
  | 'found'
  | 'feeds'
  | 'webhooks'
  | 'off'
  | 'accepted'
  | 'failed'
  | 'waiting'
  | 'readers'
  | 'ended'
  | 'mailed'
  | 'unmailed',
  number
>

type FailingRow = Omit<FailingWebhook, 'host'> & { url: string }

/** Only the host is shown, because the rest of a URL may be a secret of its owner. */
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '')

/** A delivery with neither a post nor an own row is a test. */
const ofPost = sql`coalesce(post_id, own_row_id) is not null`

/** The counts of watches and deliveries. */
export function makeDeliveryFiguresStore(db: Database) {
  return {
    async readFigures(now: Date): Promise<Figures> {
      const dayAgo = sql`${now}::timestamptz - interval '1 day'`
      const { rows } = await db.execute<Figures>(sql`
        select watched.*, posted.*, hooked.*, sent.*, read.*, mailed.*,
          (select count(*)::int from watch_feeds join watches on watches.id = watch_id where deleted_at is null) as feeds
        from (
          select count(*)::int as watches, count(*) filter (where paused_at is not null)::int as paused,
            count(distinct user_id)::int as accounts from watches where deleted_at is null
        ) as watched, (
          select count(*)::int as found from watch_posts where found_at > ${dayAgo} and post_id is not null
        ) as posted, (
          select count(*)::int as webhooks,
            count(*) filter (where off_at is not null and off_reason <> 'owner')::int as off
          from webhooks join watches on watches.id = watch_id
          where webhooks.deleted_at is null and watches.deleted_at is null
        ) as hooked, (
          select count(*) filter (where state = 'delivered' and ended_at > ${dayAgo})::int as accepted,
            count(*) filter (where state = 'failed' and ended_at > ${dayAgo})::int as failed,
            count(*) filter (where state = 'waiting')::int as waiting
          from webhook_deliveries where ${ofPost}
        ) as sent, (
          select count(*) filter (where is_on)::int as readers,
            count(*) filter (where ended_because = 'bounced')::int as ended from digest_settings
        ) as read, (
          select count(*) filter (where sent_at > ${dayAgo})::int as mailed,
            count(*) filter (where state = 'waiting')::int as unmailed from digests
        ) as mailed`)
      const [figures] = rows
      if (figures === undefined) throw new Error('Counting returned nothing')
      return figures
    },

    async listFailing(most: number): Promise<FailingWebhook[]> {
      const { rows } = await db.execute<FailingRow>(sql`
        select webhooks.id, email, name as watch, url,
          case when off_at is not null then off_reason end as "offBecause", last.failure, last.waiting
        from webhooks join users on users.id = webhooks.user_id join watches on watches.id = watch_id,
          lateral (
            select count(*) filter (where state = 'waiting')::int as waiting,
              (array_agg(failure order by created_at desc) filter (where failure is not null and state <> 'delivered'))[1]
                as failure, min(created_at) filter (where state = 'waiting') as "waitsSince"
            from webhook_deliveries where webhook_id = webhooks.id and ${ofPost}
          ) as last
        where webhooks.deleted_at is null and watches.deleted_at is null
          and (off_at is not null and off_reason <> 'owner' or off_at is null and last.waiting > 0 and last.failure is not null)
        order by last."waitsSince" nulls last, webhooks.created_at limit ${most}`)
      return rows.map(({ url, ...row }) => ({ ...row, host: hostOf(url) }))
    },
  }
}
