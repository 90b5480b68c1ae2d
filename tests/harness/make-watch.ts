import type { Pool } from 'pg'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { databaseOver } from '#server/database/open-database.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { readPostQuery } from '#server/features/archive/find/rank-stored.ts'
import { wordsVersion } from '#server/matching/searched-words.ts'

export async function makeAccount(pool: Pool, tier: 'free' | 'pro' = 'pro'): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (email, subscription_tier) values (gen_random_uuid() || '@example.test', $1) returning id`,
    [tier],
  )
  return rows[0]?.id ?? ''
}

/** Inserts a watch as the product does, without its limits. Returns its id. */
export async function makeWatch(
  pool: Pool,
  userId: string,
  { query, leastScore = 0 }: { query: string; leastScore?: number },
): Promise<string> {
  const matcher = await readPostQuery(makeArchiveSearchStore(databaseOver(pool)), parseKeyword(query))
  const { rows } = await pool.query<{ id: string }>(
    `insert into watches (user_id, name, query, least_score, matcher, matcher_version)
    values ($1, $2, $2, $3, $4, $5) returning id`,
    [userId, query, leastScore, JSON.stringify(matcher), wordsVersion],
  )
  return rows[0]?.id ?? ''
}

/** Adds stored posts, given by the start of their titles, to the new posts of a watch. */
export async function addNews(pool: Pool, watchId: string, title = ''): Promise<void> {
  await pool.query(
    `insert into watch_posts (watch_id, post_id)
    select $1, id from archive_posts where title like $2 || '%' order by id on conflict do nothing`,
    [watchId, title],
  )
}
