import type { ScanKeyword } from '#contract/admin-scan.ts'
import { sql } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { scanKeywords } from '#server/database/scan-schema.ts'

export type KeywordChange = 'on' | 'off' | 'remove'

type KeywordList = { list: string; keywords: readonly string[] }

export type ScanKeywordStore = ReturnType<typeof makeScanKeywordStore>

/** An arbitrary lock id, the same in every instance. */
const addingLock = 8_317_011

const cameOf = (keywords: readonly string[]) =>
  sql`json_array_elements_text(${JSON.stringify(keywords)}::json)`

export function makeScanKeywordStore(db: Database) {
  return {
    async listKeywords(): Promise<ScanKeyword[]> {
      const { rows } = await db.execute<ScanKeyword>(sql`
        select id, keyword, list, enabled from ${scanKeywords} where removed_at is null
        order by list nulls first, lower(keyword)`)
      return rows
    },

    async listEnabled(): Promise<string[]> {
      const { rows } = await db.execute<{ keyword: string }>(sql`
        select keyword from ${scanKeywords} where removed_at is null and enabled order by added_at, keyword`)
      return rows.map(({ keyword }) => keyword)
    },

    /** Adds keywords that never existed. Removed keywords stay removed. */
    async seedKeywords(keywords: readonly string[], now: Date): Promise<void> {
      if (keywords.length === 0) return
      await db.execute(sql`
        insert into ${scanKeywords} (keyword, added_at) select came, ${now} from ${cameOf(keywords)} as came
        on conflict do nothing`)
    },

    /**
     * Adds missing keywords and restores removed ones. If there would be more than `most` keywords, adds none
     * and returns null.
     */
    async addKeywords({ list, keywords }: KeywordList, { most, now }: { most: number; now: Date }) {
      return inTransaction(db, async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${addingLock})`)
        const { rows: fresh } = await tx.execute<{ keyword: string }>(sql`
          select came as keyword from ${cameOf(keywords)} as came where lower(came) not in (
            select lower(keyword) from ${scanKeywords} where removed_at is null)`)
        const held = await tx.$count(scanKeywords, sql`removed_at is null`)
        if (fresh.length > 0 && held + fresh.length > most) return null
        const { rows: added } = await tx.execute(sql`
          insert into ${scanKeywords} as stored (keyword, list, added_at)
          select came, ${list}, ${now} from ${cameOf(keywords)} as came
          on conflict (lower(keyword)) do update set keyword = excluded.keyword, list = excluded.list,
            added_at = excluded.added_at, enabled = true, removed_at = null
          where stored.removed_at is not null returning keyword`)
        return { added: added.length }
      })
    },

    /**
     * Turns keywords on or off or removes them, and deletes their pending tasks in runs. Returns the keywords
     * that have changed.
     */
    async changeKeywords({ ids, change }: { ids: readonly string[]; change: KeywordChange }, now: Date) {
      return inTransaction(db, async (tx) => {
        const set = change === 'remove' ? sql`removed_at = ${now}` : sql`enabled = ${change === 'on'}`
        const isMeant = sql`id in (select came::uuid from ${cameOf(ids)} as came)`
        const { rows } = await tx.execute<{ keyword: string }>(sql`
          update ${scanKeywords} set ${set} where removed_at is null and ${isMeant} returning keyword`)
        const changed = rows.map(({ keyword }) => keyword)
        if (change === 'on' || changed.length === 0) return changed
        await tx.execute(sql`
          delete from scan_targets where kind = 'keyword' and state = 'waiting'
          and value in (select came from ${cameOf(changed)} as came)`)
        await tx.execute(sql`
          update scan_runs set ended_at = ${now} where ended_at is null
          and not exists (select from scan_targets where run_id = scan_runs.id and state = 'waiting')`)
        return changed
      })
    },
  }
}
