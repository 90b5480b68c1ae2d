import type { Database } from '#server/database/open-database.ts'
import type { TextFeatures } from '#server/matching/relevance-rules.ts'
import type { PostDetails, PostRank } from '#server/source-ports.ts'

/** A keyword as the archive searches it, to match and rank rows like posts. */
export type KeywordQuery = {
  /** tsqueries; '' matches nothing. */
  all: string
  exact: string
  partial: string
  prefixes: readonly [places: readonly string[], forms: readonly string[]]
  rank: (row: TextFeatures) => PostRank
  leftOut: string | null
  /**
   * The groups or collections to which the search is limited, in lower case. Null means all.
   */
  communities: readonly string[] | null
}

/** SQL for the ranking features of a row's words. The archive uses the same SQL for posts. */
export type RankingSql = { rankingColumns: (places: string, forms: string) => string; wordsAsText: string }

export type FoundRow = {
  id: string
  url: string | null
  /** Null if the row's date is unreadable. */
  createdAt: Date | null
  rating: number | null
  opportunityScore: number
  summary: string
}

type OwnRow = FoundRow & {
  title: string
  selftext: string
  collection: string
  scorerVersion: string
}

/** The owner and the collections to search; null means all collections. */
export type SearchScope = { userId: string; collectionIds: readonly string[] | null }

export type OwnSearchStore = ReturnType<typeof makeOwnSearchStore>

const mostCandidates = 300
const rowsPerExport = 200

/** $1 is the owner, and $2 are the collections. Every statement about rows starts with this part. */
const mine = `mine as (
    select id, name from own_collections
    where user_id = $1 and ($2::uuid[] is null or id = any($2::uuid[]))
  )`

const createdAt = `case when own_material.dated then own_material.created_at end as "createdAt"`

const columns = `own_material.id, own_material.url, ${createdAt}, own_material.rating,
  own_material.opportunity_score as "opportunityScore", own_material.summary`

const rowColumns = `${columns}, title, selftext, mine.name as collection, scorer_version as "scorerVersion"`

/** $5 are the names of groups or collections in lower case. Null means all. */
const withinGroups =
  '($5::text[] is null or lower(community) = any($5::text[]) or lower(mine.name) = any($5::text[]))'

/**
 * The best rows of each collection, by its index. Joined in any other way, the database may read the rows of all
 * accounts.
 */
const bestOfEach = (where: string, most: string) => `mine cross join lateral (
    select * from own_material where collection_id = mine.id and ${where}
    order by opportunity_score desc, id limit ${most}) as own_material`

const matching = (parameter: string) => `(
    select own_material.id from ${bestOfEach(`words @@ ${parameter}::tsquery and ${withinGroups}`, `${mostCandidates}`)}
    order by opportunity_score desc, own_material.id limit ${mostCandidates})`

function searches(db: Database, { rankingColumns, wordsAsText }: RankingSql) {
  return {
    /** Candidate rows with their ranking features, in no particular order. */
    async listCandidates({ userId, collectionIds }: SearchScope, keyword: KeywordQuery) {
      const queries = [keyword.all, keyword.exact, keyword.partial].filter((query) => query !== '')
      const { rows } = await db.$client.query<FoundRow & TextFeatures>(
        `with ${mine}, candidates as materialized (
          ${queries.map((_, at) => matching(`$${at + 6}`)).join(' union ')}
        )
        select ${columns}, ${rankingColumns('$3', '$4')}
        from candidates cross join lateral (
          select * from own_material where id = candidates.id offset 0) as own_material, ${wordsAsText}`,
        [userId, collectionIds, ...keyword.prefixes, keyword.communities, ...queries],
      )
      return rows
    },

    /** The given names (in lower case) that no group or collection has. */
    async listUnknownGroups({ userId, collectionIds }: SearchScope, names: readonly string[]) {
      const { rows } = await db.$client.query<{ name: string }>(
        `with ${mine} select given as name from unnest($3::text[]) as given
        where given <> all (array(select lower(name) from mine)) and given <> all (array(
          select distinct lower(community) from own_material join mine on mine.id = collection_id))`,
        [userId, collectionIds, names],
      )
      return rows.map(({ name }) => name)
    },

    async listBest({ userId, collectionIds }: SearchScope, most: number): Promise<FoundRow[]> {
      const { rows } = await db.$client.query<FoundRow>(
        `with ${mine} select ${columns} from ${bestOfEach('language is null', '$3')}
        order by opportunity_score desc, own_material.id limit $3`,
        [userId, collectionIds, most],
      )
      return rows
    },

    async countSearched({ userId, collectionIds }: SearchScope) {
      const { rows } = await db.$client.query<{ rows: number; otherLanguages: number }>(
        `select coalesce(sum(rows), 0)::integer as rows,
          coalesce(sum(other_languages), 0)::integer as "otherLanguages"
        from own_collections where user_id = $1 and ($2::uuid[] is null or id = any($2::uuid[]))`,
        [userId, collectionIds],
      )
      return rows[0] ?? { rows: 0, otherLanguages: 0 }
    },
  }
}

function rowsOf(db: Database) {
  return {
    /** Texts and evidence by the id of the row. Deleted rows are missing. */
    async listDetails(userId: string, ids: readonly number[]): Promise<Map<number, PostDetails>> {
      const { rows } = await db.$client.query<PostDetails & { id: string }>(
        `with ${mine} select own_material.id, selftext, own_material.summary::json->'evidence' as evidence
        from own_material join mine on mine.id = collection_id where own_material.id = any($3::bigint[])`,
        [userId, null, ids],
      )
      return new Map(rows.map(({ id, ...details }) => [Number(id), details]))
    },

    async listRows(userId: string, ids: readonly number[]): Promise<FoundRow[]> {
      const { rows } = await db.$client.query<FoundRow>(
        `with ${mine} select ${columns} from own_material join mine on mine.id = collection_id
        where own_material.id = any($3::bigint[])`,
        [userId, null, ids],
      )
      return rows
    },

    /** Rows that these watches found. Rows that may not be sent are omitted. */
    async listDelivered(watchIds: readonly string[], ids: readonly number[]) {
      const { rows } = await db.$client.query<FoundRow & { selftext: string }>(
        `select distinct on (own_material.id) ${columns}, selftext from watch_posts
        join watches on watches.id = watch_id
        join own_material on own_material.id = own_row_id
        join own_collections on own_collections.id = collection_id and own_collections.user_id = watches.user_id
        where watch_id = any($1::uuid[]) and own_row_id = any($2::bigint[])
          and watches.own_material and own_delivered and deleted_at is null`,
        [watchIds, ids],
      )
      return rows
    },

    async findRow(userId: string, rowId: string): Promise<OwnRow | null> {
      const { rows } = await db.$client.query<OwnRow>(
        `with ${mine} select ${rowColumns}
        from own_material join mine on mine.id = collection_id where own_material.id = $3`,
        [userId, null, rowId],
      )
      return rows[0] ?? null
    },

    /** All material of a user by collection. A few rows are read at a time. */
    async *exportRows(userId: string) {
      type ExportedRow = Omit<OwnRow, 'summary' | 'scorerVersion'> & { language: string }
      for (let after = '0'; ; ) {
        const { rows } = await db.$client.query<ExportedRow>(
          `with ${mine} select own_material.id, mine.name as collection, title, selftext, url,
            ${createdAt}, rating, coalesce(language, 'en') as language,
            opportunity_score as "opportunityScore"
          from own_material join mine on mine.id = collection_id
          where own_material.id > $3 order by own_material.id limit ${rowsPerExport}`,
          [userId, null, after],
        )
        for (const { id: _, ...row } of rows) yield row
        const last = rows.at(-1)
        if (last === undefined) return
        after = last.id
      }
    },
  }
}

export function makeOwnSearchStore(db: Database, ranking: RankingSql) {
  return { ...searches(db, ranking), ...rowsOf(db) }
}
