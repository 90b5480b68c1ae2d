import { limits } from '#contract/limits.ts'
import { type SQL, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { hashOfToken } from '#server/database/secret-token.ts'
import type { DigestTime } from './digest-rules.ts'

export type DigestKey = { userId: string; dueAt: Date }

export type WaitingDigest = DigestKey & { tries: number }

/** A post or own row in a digest, with the watch that found it. */
export type DigestPost = {
  archiveId: number | null
  ownRowId: number | null
  watchId: string
  watchName: string
}

/** How far a digest has come: the number of its last post, and the count of older posts for each watch. */
type DigestPosition = { lastNumber: number; older: Readonly<Record<string, number>> }

export type DigestContent = DigestTime & {
  email: string
  /** The best posts, highest scores first. */
  best: DigestPost[]
  /** The number of all new posts. */
  posts: number
  /** The number of matching posts that were written long ago but stored since the last digest. */
  olderPosts: number
  /** The position to store with the outcome. */
  position: DigestPosition
}

export type DigestOutcome =
  | { state: 'sent' | 'bounced' }
  /** All posts of the digest were deleted, or the owner has already seen them. */
  | { state: 'empty' }
  | { state: 'later'; nextTryAt: Date }

export type DigestStore = ReturnType<typeof makeDigestStore>

/** The first key of an advisory lock, the same in every instance. The second key identifies the account. */
const digestLock = 8_317_007
const lockedBy = (userId: SQL) => sql`pg_try_advisory_xact_lock(${digestLock}, hashtext(${userId}))`

/**
 * Posts of watches up to this number that their owner has not seen and no digest has contained. Deleted
 * watches are excluded. A post in several watches counts once. Own rows are included only if their owner
 * allows them to be sent.
 */
const unsent = (lastNumber: SQL) => sql`
  select distinct on (post_id, own_row_id) post_id, own_row_id, watches.id as watch_id, name, number,
    coalesce(archive_posts.opportunity_score, own_row.opportunity_score) as opportunity_score
  from watches join watch_posts on watch_id = watches.id left join archive_posts on archive_posts.id = post_id
    left join own_material as own_row on own_row.id = own_row_id and watches.own_material and own_delivered
  where watches.user_id = setting.user_id and deleted_at is null
    and number > greatest(told_number, looked_number) and number <= ${lastNumber}
    and (archive_posts.id is not null or own_row.id is not null)
    and not exists (
      select from watch_posts as earlier join watches as other on other.id = earlier.watch_id
      where earlier.post_id = watch_posts.post_id and earlier.number <= told_number
        and other.user_id = setting.user_id)
    and not exists (
      select from watch_posts as earlier join watches as other on other.id = earlier.watch_id
      where earlier.own_row_id = watch_posts.own_row_id and earlier.number <= told_number
        and other.user_id = setting.user_id and other.own_material and other.own_delivered)
  order by post_id, own_row_id, number`

type DueRow = DigestTime & { userId: string }

function digestMaker(db: Database) {
  return {
    /**
     * Creates each due digest that has new posts, and replaces one that was not sent. Also sets when the next
     * digest is due. Returns the number of people whose digest was created or replaced.
     */
    async makeDigests(
      now: Date,
      { most, nextOf }: { most: number; nextOf: (time: DigestTime) => Date },
    ): Promise<number> {
      return inTransaction(db, async (tx) => {
        const { rows } = await tx.execute<DueRow>(sql`
          with due as materialized (
            select * from digest_settings where next_due_at <= ${now} order by next_due_at limit ${most}
            for update skip locked
          )
          select user_id as "userId", frequency, at, weekday, time_zone as "timeZone" from due
          where ${lockedBy(sql`user_id`)}`)
        if (rows.length === 0) return 0
        const ids = rows.map(({ userId }) => userId)
        const nextTimes = rows.map((time) => nextOf(time).toISOString())
        await tx.execute(sql`
          delete from digests where state = 'waiting' and user_id = any(${sql.param(ids)}::varchar[])`)
        await tx.execute(sql`
          with last as (select coalesce(max(number), 0) as number from watch_posts),
          given as (
            select setting.*, next_at, last.number as last_number,
              exists (${unsent(sql`last.number`)}) as has_news
            from unnest(${sql.param(ids)}::varchar[], ${sql.param(nextTimes)}::timestamptz[]) as one(id, next_at)
            join digest_settings as setting on user_id = id, last
          ), made as (
            insert into digests (user_id, due_at, last_number, next_try_at)
            select user_id, next_due_at, last_number, ${now} from given where has_news on conflict do nothing
          )
          update digest_settings as setting set next_due_at = next_at,
            told_number = case when has_news then setting.told_number else greatest(setting.told_number, last_number) end
          from given where given.user_id = setting.user_id`)
        return rows.length
      })
    },
  }
}

function digestQueue(db: Database) {
  return {
    /** When the next digest is due, or a failed one is sent again. */
    async findNextAt(): Promise<Date | null> {
      const { rows } = await db.execute<{ ms: number | null }>(sql`
        select date_part('epoch', least(
          (select min(next_due_at) from digest_settings where next_due_at is not null),
          (select min(next_try_at) from digests where state = 'waiting'))) * 1000 as ms`)
      const ms = rows[0]?.ms ?? null
      return ms === null ? null : new Date(ms)
    },

    async listWaiting(now: Date, most: number): Promise<WaitingDigest[]> {
      const { rows } = await db.execute<{ userId: string; dueMs: number; tries: number }>(sql`
        select user_id as "userId", date_part('epoch', due_at) * 1000 as "dueMs", tries from digests
        where state = 'waiting' and next_try_at <= ${now} order by next_try_at, user_id limit ${most}`)
      return rows.map(({ userId, dueMs, tries }) => ({ userId, dueAt: new Date(dueMs), tries }))
    },

    async putOff({ userId, dueAt }: DigestKey, nextTryAt: Date): Promise<void> {
      await db.execute(sql`
        update digests set tries = tries + 1, next_try_at = ${nextTryAt}
        where user_id = ${userId} and due_at = ${dueAt} and state = 'waiting'`)
    },

    /** Committed before the mails are sent, so that every unsubscribe link works. */
    async saveTokens(tokens: readonly { userId: string; token: string }[], now: Date): Promise<void> {
      await db.execute(sql`
        insert into unsubscribe_tokens (token_hash, user_id, created_at)
        select hash, users.id, ${now} from unnest(${sql.param(tokens.map(({ token }) => hashOfToken(token)))}::varchar[],
          ${sql.param(tokens.map(({ userId }) => userId))}::varchar[]) as given(hash, id) join users using (id)`)
    },
  }
}

type ContentRow = DigestTime & {
  email: string
  posts: number
  best: DigestPost[] | null
  lastNumber: string
  older: { id: string; posts: number; unsent: number }[] | null
}

const isWaiting = ({ userId, dueAt }: DigestKey) => sql`
  digests.user_id = ${userId} and due_at = ${dueAt} and state = 'waiting' and is_on and email_verified_at is not null`

const waiting = sql`
  digests join digest_settings as setting using (user_id) join users on users.id = user_id`

function digestReader(db: Database) {
  return {
    /** Null if the digest was sent or withdrawn in the meantime. */
    async findContent(key: DigestKey): Promise<DigestContent | null> {
      const { rows } = await db.execute<ContentRow>(sql`
        select email, frequency, at, weekday, time_zone as "timeZone", last_number as "lastNumber",
          news.posts::int as posts, news.best, older
        from ${waiting}, lateral (
          select count(*) as posts, (array_agg(json_build_object('archiveId', post_id, 'ownRowId', own_row_id, 'watchId', watch_id,
            'watchName', name) order by opportunity_score desc, number))[1:${sql.raw(String(limits.digestPosts))}] as best
          from (${unsent(sql`last_number`)}) as told
        ) as news, lateral (
          select json_agg(json_build_object('id', id, 'posts', older_posts, 'unsent',
            greatest(0, older_posts - greatest(older_looked, coalesce((older_told->>(id::text))::int, 0))))) as older
          from watches where watches.user_id = users.id and deleted_at is null
        ) as counted where ${isWaiting(key)}`)
      const [row] = rows
      if (row === undefined) return null
      const { best, older, lastNumber, ...content } = row
      const counts = older ?? []
      return {
        ...content,
        best: best ?? [],
        olderPosts: counts.reduce((sum, one) => sum + one.unsent, 0),
        position: {
          lastNumber: Number(lastNumber),
          older: Object.fromEntries(counts.map(({ id, posts }) => [id, posts])),
        },
      }
    },
  }
}

type Ended = { key: DigestKey; position: DigestPosition; now: Date }

async function savePosition(tx: Transaction, { key, position }: Ended, withOlder: boolean): Promise<void> {
  const older = withOlder ? position.older : {}
  await tx.execute(sql`
    update digest_settings set bounces = 0, told_number = greatest(told_number, ${position.lastNumber}::bigint),
      older_told = older_told || ${JSON.stringify(older)}::jsonb
    where user_id = ${key.userId}`)
}

/** After several bounces in a row, a person's digests stop. */
async function saveBounce(tx: Transaction, { userId }: DigestKey): Promise<void> {
  await tx.execute(sql`update digest_settings set bounces = bounces + 1 where user_id = ${userId}`)
  await tx.execute(sql`
    update digest_settings set is_on = false, next_due_at = null, ended_because = 'bounced'
    where user_id = ${userId} and is_on and bounces >= ${limits.digestBounces}`)
}

/** The posts of a bounced digest count as not mailed, like those of a digest that is sent later. */
async function saveOutcome(tx: Transaction, outcome: DigestOutcome, ended: Ended): Promise<void> {
  const { userId, dueAt } = ended.key
  if (outcome.state === 'bounced') await saveBounce(tx, ended.key)
  if (outcome.state === 'sent') await savePosition(tx, ended, true)
  if (outcome.state === 'empty') await savePosition(tx, ended, false)
  const changes = {
    sent: sql`update digests set state = 'sent', sent_at = ${ended.now}`,
    bounced: sql`update digests set state = 'bounced'`,
    empty: sql`delete from digests`,
    later: sql`update digests set tries = tries + 1, next_try_at = ${'nextTryAt' in outcome ? outcome.nextTryAt : null}`,
  }
  await tx.execute(sql`
    ${changes[outcome.state]} where user_id = ${userId} and due_at = ${dueAt} and state = 'waiting'`)
}

function digestSender(db: Database) {
  return {
    /**
     * Sends a digest while it is locked, and stores the outcome in the same transaction. Null if another
     * process is sending the digest, or if it was withdrawn.
     */
    async sendOnce(ended: Ended, send: () => Promise<DigestOutcome>): Promise<DigestOutcome | null> {
      const { key } = ended
      let outcome: DigestOutcome | null = null
      return inTransaction(db, async (tx) => {
        const { rows } = await tx.execute<{ isOurs: boolean }>(sql`
          select ${lockedBy(sql`${key.userId}`)} as "isOurs"`)
        if (rows[0]?.isOurs !== true) return null
        // A separate statement sees what the previous owner of the lock has committed.
        const { rowCount } = await tx.execute(sql`select from ${waiting} where ${isWaiting(key)}`)
        if (rowCount === 0) return null
        // If the database rolls the transaction back, the transaction is repeated, but the mail must be sent
        // only once.
        outcome ??= await send()
        await saveOutcome(tx, outcome, ended)
        return outcome
      })
    },
  }
}

export function makeDigestStore(db: Database) {
  return { ...digestMaker(db), ...digestQueue(db), ...digestReader(db), ...digestSender(db) }
}
