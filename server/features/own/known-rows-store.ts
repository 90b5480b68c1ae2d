import { createHash } from 'node:crypto'
import type { Database } from '#server/database/open-database.ts'
import type { KnownRows } from './known-rows-rules.ts'
import type { ReadRow } from './own-row-rules.ts'

export type KnownRowsStore = ReturnType<typeof makeKnownRowsStore>

const hashOf = (text: string) => createHash('md5').update(text).digest('hex')

const mostNamed = 3

/** What makes two rows equal. A date that a row got from its upload does not count. */
const identity = `title, md5(selftext) as text, url, rating,
  case when dated and own_material.created_at <> own_collections.created_at then own_material.created_at end as date`

export function makeKnownRowsStore(db: Database) {
  return {
    /** The collections of a user that contain the texts of these rows, most rows first. */
    async countKnown(userId: string, rows: readonly Pick<ReadRow, 'title' | 'selftext'>[]) {
      const given = rows.map(({ title, selftext }, at) => ({ at, title, text: hashOf(selftext) }))
      const found = await db.$client.query<KnownRows>(
        `select own_collections.name as collection, count(distinct given.at)::integer as rows
        from own_collections join own_material on collection_id = own_collections.id
        join json_to_recordset($2::json) as given(at integer, title text, text text)
          on given.title = own_material.title and given.text = md5(own_material.selftext)
        where user_id = $1 group by own_collections.id order by rows desc, own_collections.id limit ${mostNamed}`,
        [userId, JSON.stringify(given)],
      )
      return found.rows
    },

    /** The other collections of a user that contain rows of this one, most rows first. */
    async countDoubled(userId: string, id: string) {
      const { rows } = await db.$client.query<KnownRows>(
        `with others as (
          select distinct own_collections.id, name, ${identity}
          from own_collections join own_material on collection_id = own_collections.id
          where user_id = $1 and own_collections.id <> $2),
        these as (
          select ${identity} from own_collections join own_material on collection_id = own_collections.id
          where user_id = $1 and own_collections.id = $2)
        select others.name as collection, count(*)::integer as rows from these join others using (title, text)
        where (these.url, these.rating, these.date) is not distinct from (others.url, others.rating, others.date)
        group by others.id, others.name order by rows desc, others.id limit ${mostNamed}`,
        [userId, id],
      )
      return rows
    },
  }
}
