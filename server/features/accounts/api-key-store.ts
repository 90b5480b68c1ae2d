import type { CallingKey } from '#contract/api-keys.ts'
import type { KeyScope } from '#contract/endpoint.ts'
import { users } from '#server/database/account-schema.ts'
import { and, desc, eq, gt, isNull, lt, or, sql } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import { apiKeyDays, apiKeys } from '#server/database/key-schema.ts'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'

type NewKey = Pick<typeof apiKeys.$inferInsert, 'name' | 'keyHash' | 'expiresAt' | 'noticedAt'> & {
  scopes: KeyScope[]
}

/** A key and its owner. */
export type FoundKey = {
  keyId: string
  userId: string
  tier: 'free' | 'pro'
  scopes: KeyScope[]
  expiresAt: Date
  revokedAt: Date | null
  /**
   * Null, like `personCalls`, if the key was revoked or has expired. If the call exceeds the key's limit,
   * only `personCalls` is null.
   */
  keyCalls: number | null
  personCalls: number | null
}

type CountedMinute = { minute: Date; now: Date; mostOfKey: number }

/** Increments the counters of calls in `rate_limits`: one for the person and one for the key. */
const callsName = 'key-calls'

const countUp = (name: string, from: string) => `insert into rate_limits
    (identifier, endpoint, bucket_start, request_count)
    select 'user:' || "userId", ${name}, $2, 1 from ${from}
    on conflict (identifier, endpoint, bucket_start) do update
      set request_count = rate_limits.request_count + 1, updated_at = now()
    returning request_count`

/**
 * A call does not wait until its count is on the disk. After a crash, the counts of the last second may be
 * lost.
 */
const countKeyCall = `with found as (
    select k.id as "keyId", user_id as "userId", subscription_tier as tier, scopes,
      expires_at as "expiresAt", revoked_at as "revokedAt"
    from api_keys k join users on users.id = user_id where key_hash = $1
  ), of_key as (
    ${countUp(`'${callsName} ' || "keyId"`, 'found where "revokedAt" is null and "expiresAt" > $3')}
  ), of_person as (
    ${countUp(`'${callsName}'`, 'found, of_key where of_key.request_count <= $4')}
  )
  select found.*, of_key.request_count as "keyCalls", of_person.request_count as "personCalls",
    set_config('synchronous_commit', 'off', true)
  from found left join of_key on true left join of_person on true`

/** The calls of a key that are not stored yet. */
export type KeyCalls = { keyId: string; calls: number; limited: number; lastAt: Date }

export type ApiKeyStore = ReturnType<typeof makeApiKeyStore>

/** Only scopes of the contract are stored. */
const scopesOf = (stored: string[]) => stored as KeyScope[]

const shown = pickColumns(
  apiKeys,
  'id',
  'name',
  'scopes',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
  'revokedAt',
)

/** The keys of an account. Every query filters by owner. */
function ownKeys(db: Database) {
  const live = (userId: string, now: Date) =>
    and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, now))
  return {
    /** Newest keys first, without revoked ones. */
    async listKeys(userId: string) {
      const rows = await db
        .select(shown)
        .from(apiKeys)
        .where(
          and(eq(apiKeys.userId, userId), or(isNull(apiKeys.revokedAt), eq(apiKeys.revokedBy, 'operator'))),
        )
        .orderBy(desc(apiKeys.createdAt), apiKeys.id)
      return rows.map((row) => ({ ...row, scopes: scopesOf(row.scopes) }))
    },

    /** Null if the account has reached its limit. */
    async addKey(userId: string, key: NewKey, { most, now }: { most: number; now: Date }) {
      return inTransaction(db, async (tx) => {
        // Concurrent additions run one after another, because each of them counts the keys.
        await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
        if ((await tx.$count(apiKeys, live(userId, now))) >= most) return null
        const [added] = await tx
          .insert(apiKeys)
          .values({ userId, createdAt: now, ...key })
          .returning(shown)
        return added === undefined ? null : { ...added, scopes: scopesOf(added.scopes) }
      })
    },

    async revokeKey(userId: string, id: string, now: Date): Promise<boolean> {
      const { rowCount } = await db
        .update(apiKeys)
        .set({ revokedAt: now, revokedBy: 'owner' })
        .where(and(eq(apiKeys.userId, userId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      return rowCount === 1
    },
  }
}

/** The calls of all keys, for the operator. */
function countedCalls(db: Database) {
  return {
    async countCalls(batch: readonly KeyCalls[]): Promise<void> {
      await db.$client.query(
        `with used as (select * from unnest($1::uuid[], $2::int[], $3::int[], $4::timestamptz[])
            as one (key_id, calls, limited, at)),
          touched as (update api_keys set last_used_at = greatest(last_used_at, used.at)
            from used where id = used.key_id returning id)
        insert into api_key_days (key_id, day, calls, limited)
        select key_id, (at at time zone 'UTC')::date, calls, limited from used join touched on id = key_id
        on conflict (key_id, day) do update
          set calls = api_key_days.calls + excluded.calls, limited = api_key_days.limited + excluded.limited`,
        [
          batch.map(({ keyId }) => keyId),
          batch.map(({ calls }) => calls),
          batch.map(({ limited }) => limited),
          batch.map(({ lastAt }) => lastAt),
        ],
      )
    },

    /** The keys in order of their calls since `since`, starting with the most calls. */
    async listCalling({ now, since, limit }: { now: Date; since: Date; limit: number }) {
      const day = (at: Date) => at.toISOString().slice(0, 10)
      const { rows } = await db.$client.query<
        Omit<CallingKey, 'createdAt' | 'expiresAt' | 'lastUsedAt'> & {
          createdAt: Date
          expiresAt: Date
          lastUsedAt: Date | null
        }
      >(
        `select api_keys.id, name, api_keys.user_id as "userId", email, scopes,
          case when revoked_at is not null then 'ended' when expires_at <= $1 then 'expired' else 'active' end as state,
          api_keys.created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
          coalesce(sum(calls) filter (where day = $2::date), 0)::int as "callsToday",
          coalesce(sum(calls), 0)::int as calls, coalesce(sum(limited), 0)::int as limited
        from api_keys join users on users.id = api_keys.user_id
          left join api_key_days on key_id = api_keys.id and day >= $3::date
        group by api_keys.id, email order by calls desc, api_keys.created_at desc, api_keys.id limit $4`,
        [now, day(now), day(since), limit],
      )
      return { keys: rows, keyCount: await db.$count(apiKeys) }
    },

    /** Revokes a key, and returns its owner and name. Null if there was no key to revoke. */
    async endKey(id: string, now: Date) {
      const [ended] = await db
        .update(apiKeys)
        .set({ revokedAt: now, revokedBy: 'operator' })
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
        .returning({ userId: apiKeys.userId, name: apiKeys.name })
      return ended ?? null
    },
  }
}

export function makeApiKeyStore(db: Database) {
  return {
    ...ownKeys(db),
    ...countedCalls(db),

    /**
     * Finds the key and counts the call in one statement, so that the count is exact across instances.
     * `minute` is the start of the current minute. Calls beyond the limit of the key do not count for its
     * owner.
     */
    async countCall(keyHash: string, { minute, now, mostOfKey }: CountedMinute): Promise<FoundKey | null> {
      const { rows } = await db.$client.query<FoundKey>({
        name: 'count_key_call',
        text: countKeyCall,
        values: [keyHash, minute, now, mostOfKey],
      })
      return rows[0] ?? null
    },

    /** The keys that expire before `until`, unless their owners were already notified. */
    async listUnnoticed(now: Date, until: Date): Promise<string[]> {
      const rows = await db
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(
          and(
            isNull(apiKeys.noticedAt),
            isNull(apiKeys.revokedAt),
            gt(apiKeys.expiresAt, now),
            lt(apiKeys.expiresAt, until),
          ),
        )
        .limit(100)
      return rows.map(({ id }) => id)
    },

    async findUnnoticed(id: string) {
      const [row] = await db
        .select({ name: apiKeys.name, expiresAt: apiKeys.expiresAt, email: users.email })
        .from(apiKeys)
        .innerJoin(users, eq(users.id, apiKeys.userId))
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.noticedAt), isNull(apiKeys.revokedAt)))
      return row ?? null
    },

    async noteNoticed(id: string, now: Date): Promise<void> {
      await db.update(apiKeys).set({ noticedAt: now }).where(eq(apiKeys.id, id))
    },

    /**
     * Deletes keys that ended before this time, together with their counts. Also deletes counts of earlier
     * days.
     */
    async deleteOld(before: Date): Promise<void> {
      await db.delete(apiKeys).where(or(lt(apiKeys.revokedAt, before), lt(apiKeys.expiresAt, before)))
      await db.delete(apiKeyDays).where(sql`${apiKeyDays.day} < ${before}`)
    },

    /** Deletes the counters of past minutes. */
    async deleteCounts(before: Date): Promise<void> {
      await db.$client.query(
        `delete from rate_limits where endpoint like '${callsName}%' and bucket_start < $1`,
        [before],
      )
    },
  }
}
