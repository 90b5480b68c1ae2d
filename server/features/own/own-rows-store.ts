import { limits } from '#contract/limits.ts'
import { sql } from '#server/database/drizzle.ts'
import { inTransaction, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { storeByHalves } from '#server/database/store-by-halves.ts'
import { isRowsFault } from '#server/database/system-error.ts'
import type { ReadRow } from './own-row-rules.ts'

export type ScoredRow = ReadRow & {
  /** Null for English. Rows in other languages cannot be found. */
  language: string | null
  opportunityScore: number
  scorerVersion: string
  summary: object
  /** The forms of the row's words, for the search. */
  forms: string[]
}

/** The search vector of the archive as SQL on `title`, `selftext`, `forms` and `language`. */
export type WordColumns = { searchedWords: string; wordsVersion: number }

type OldRow = { id: string; title: string; selftext: string; community: string; scorerVersion: string }

export type OwnRowsStore = ReturnType<typeof makeOwnRowsStore>

const wordsOf = ({ searchedWords }: WordColumns) => sql.raw(searchedWords)

const rowColumns =
  sql.raw(`title text, selftext text, community text, url text, "createdAt" timestamptz, dated boolean,
  rating real, language text, "opportunityScore" smallint, "scorerVersion" text, summary text, forms json`)

type Inserted = { id: string; rows: readonly ScoredRow[]; words: WordColumns }

async function insertRows(tx: Transaction, { id, rows, words }: Inserted): Promise<void> {
  await tx.execute(sql`
    insert into own_material (collection_id, title, selftext, community, url, created_at, dated, rating, language,
      opportunity_score, scorer_version, summary, words, words_version)
    select ${id}, title, selftext, community, url, "createdAt", dated, rating, language,
      "opportunityScore", "scorerVersion", summary, ${wordsOf(words)}, ${words.wordsVersion}::smallint
    from json_to_recordset(${JSON.stringify(rows)}::json) as came(${rowColumns})`)
}

function storedRows(db: Database, words: WordColumns) {
  return {
    /**
     * Returns how many rows were stored, and which ones the database rejected. Null if the collection was
     * deleted or given up, or if another run scores it.
     */
    async saveRows<Row extends ScoredRow>(
      { id, run }: { id: string; run: number },
      scored: readonly Row[],
    ): Promise<{ inserted: number; refused: Row[] } | null> {
      return inTransaction(db, async (tx) => {
        const { rows } = await tx.execute<{ user_id: string; rows: number }>(
          sql`select user_id, rows from own_collections
            where id = ${id} and run = ${run} and state = 'scoring' for update`,
        )
        const [collection] = rows
        if (collection === undefined) return null
        // Locks the account, because concurrent collections of an account share its limit.
        await tx.execute(
          sql`select pg_advisory_xact_lock(hashtext('own rows'), hashtext(${collection.user_id}))`,
        )
        const account = await tx.execute<{ rows: number; tier: 'free' | 'pro' }>(sql`
          select subscription_tier as tier,
            (select coalesce(sum(rows), 0)::integer from own_collections where user_id = users.id) as rows
          from users where id = ${collection.user_id}`)
        const { rows: held = 0, tier = 'free' } = account.rows[0] ?? {}
        const room = Math.min(limits.ownRows[tier] - held, limits.ownRowsPerCollection - collection.rows)
        const kept = scored.slice(0, Math.max(0, room))
        const refused: Row[] = []
        if (kept.length === 0) return { inserted: 0, refused }
        await storeByHalves(kept, {
          // Uses a savepoint, so that a rejected row does not roll back earlier rows.
          store: (some) => inTransaction(tx, (inside) => insertRows(inside, { id, rows: some, words })),
          isRefusal: isRowsFault,
          refuse: (row) => refused.push(row),
        })
        const stored = kept.filter((row) => !refused.includes(row))
        const others = stored.filter(({ language }) => language !== null).length
        await tx.execute(sql`
          update own_collections set rows = rows + ${stored.length}, other_languages = other_languages + ${others}
          where id = ${id}`)
        return { inserted: stored.length, refused }
      })
    },
  }
}

function rowsToRescore(db: Database, words: WordColumns) {
  return {
    /** The next rows after an id that another version of the scorer has scored. */
    async listOld(scorerVersion: string, afterId: number, limit: number): Promise<OldRow[]> {
      const { rows } = await db.execute<OldRow>(sql`
        select id, title, selftext, community, scorer_version as "scorerVersion" from own_material
        where id > ${afterId} and (scorer_version <> ${scorerVersion} or words_version < ${words.wordsVersion})
        order by id limit ${limit}`)
      return rows
    },

    /** Stores new scores. Rows that were deleted in the meantime stay deleted. */
    async saveScores(
      scored: readonly (Omit<ScoredRow, 'url' | 'createdAt' | 'dated' | 'rating'> & { id: string })[],
    ) {
      await db.execute(sql`
        update own_material set language = came.language, opportunity_score = came."opportunityScore",
          scorer_version = came."scorerVersion", summary = came.summary, words = came.words,
          words_version = ${words.wordsVersion}
        from (select came.*, ${wordsOf(words)} as words
          from json_to_recordset(${JSON.stringify(scored)}::json) as came(id bigint, ${rowColumns})) as came
        where own_material.id = came.id`)
    },

    async recountLanguages(): Promise<void> {
      await db.execute(sql`
        update own_collections set other_languages = counted.others
        from (select collection_id, count(*) filter (where language is not null)::integer as others
          from own_material group by collection_id) as counted
        where own_collections.id = counted.collection_id and other_languages <> counted.others`)
    },
  }
}

export function makeOwnRowsStore(db: Database, words: WordColumns) {
  return { ...storedRows(db, words), ...rowsToRescore(db, words) }
}
