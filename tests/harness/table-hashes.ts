import type pg from 'pg'
import { tablesLeftOut } from '#server/database/table-snapshot.ts'

/** For each table of a backup, the number of rows and a hash of all rows. */
export async function readTableHashes(pool: Pick<pg.Pool, 'query'>): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relname = any($1) order by 1`,
    [tablesLeftOut],
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ told: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as told from "${name}" t`,
    )
    hashes[name] = rows[0]?.told ?? ''
  }
  return hashes
}
