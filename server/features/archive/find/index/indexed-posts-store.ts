import type pg from 'pg'
import type { IndexedPost } from './build-segment.ts'

/** A part of the log of changes, with posts that were inserted, updated or deleted. */
export type ArchiveChanges = {
  /** All changes before this transaction have been read. */
  position: string
  readAt: string
  rows: { id: string; postIds: number[] | null }[]
}

type PostRow = Omit<IndexedPost, 'words'> & { words: string }

const readPost = ({ words, ...post }: PostRow): IndexedPost => ({
  ...post,
  words: Buffer.from(words, 'base64'),
})

/** Vectors are read in binary form as base64, which is parsed several times as fast as their text form. */
const columns = `id::float8 as id, (date_part('epoch', created_at) * 1000)::float8 as "createdMs", source, community,
  lower(community) as lower, opportunity_score as score, signals, sample, 'question' = any(signals) as "isOneOff",
  signals && '{promo,news,advice,market_research}' as "asksNothing", words_version > 1 as "knowsForms",
  encode(tsvectorsend(words), 'base64') as words`

export type IndexedPostsStore = ReturnType<typeof makeIndexedPostsStore>

/** The queries of the index on the archive. */
export function makeIndexedPostsStore(client: Pick<pg.Client, 'query'>) {
  const listWhere = async (where: string, values: readonly unknown[]) => {
    const { rows } = await client.query<PostRow>(`select ${columns} from archive_posts where ${where}`, [
      ...values,
    ])
    return rows.map(readPost)
  }
  return {
    /** Identifies the database, because the index of another database is useless. */
    async findDatabase(): Promise<string> {
      const { rows } = await client.query<{ name: string }>(
        `select system_identifier || ' ' || oid as name from pg_control_system(), pg_database
          where datname = current_database()`,
      )
      return rows[0]?.name ?? ''
    },

    /** The number of posts of the archive. */
    async countPosts(): Promise<number> {
      const { rows } = await client.query<{ posts: number }>(
        'select coalesce(sum(posts), 0)::integer as posts from archive_sources',
      )
      return rows[0]?.posts ?? 0
    },

    /** The next posts after an id. */
    // `order by id` would use the converted column above, so PostgreSQL would sort all posts each time.
    listAfter: (id: number, most: number) =>
      listWhere(`id > $1 order by archive_posts.id limit ${most}`, [id]),
    listThese: (ids: readonly number[]) => listWhere('id = any($1::bigint[])', [ids]),

    /**
     * The changes since a transaction, in one snapshot. All transactions before the oldest running one are
     * complete, so no change is missed. Some rows are returned twice.
     */
    async listChanges(position: string): Promise<ArchiveChanges> {
      const { rows } = await client.query<ArchiveChanges>(
        `select pg_snapshot_xmin(pg_current_snapshot())::text as position, now()::text as "readAt",
          coalesce((select json_agg(json_build_object('id', id::text, 'postIds', post_ids) order by id)
            from archive_changes where transaction >= $1::xid8), '[]') as rows`,
        [position],
      )
      if (rows[0] === undefined) throw new Error('The log of changes was not read')
      return rows[0]
    },

    /** Whether the log still contains all changes since then. */
    async knowsSince(readAt: string, position: string): Promise<boolean> {
      const { rows } = await client.query<{ knows: boolean }>(
        `select now() - $1::timestamptz < interval '${keptHours - 1} hours'
          and $2::xid8 <= pg_snapshot_xmin(pg_current_snapshot()) as knows`,
        [readAt, position],
      )
      return rows[0]?.knows === true
    },

    async deleteOldChanges(): Promise<void> {
      await client.query(
        `delete from archive_changes where changed_at < now() - interval '${keptHours} hours'`,
      )
    },
  }
}

/** How long changes are kept. If an index was not updated for longer, it is built again. */
const keptHours = 24
