import type { Database } from '#server/database/open-database.ts'
import { textHash } from '#server/database/own-schema.ts'
import type { KnownRows } from './known-rows-rules.ts'
import type { ReadRow } from './own-row-rules.ts'

export type KnownRowsStore = ReturnType<typeof makeKnownRowsStore>

const mostNamed = 3

/** The date of a row. A date that a row got from its upload does not count. */
const ownDate = (row: string, collection: string) =>
  `case when ${row}.dated and ${row}.created_at <> ${collection}.created_at then ${row}.created_at end`

/**
 * Rows with the text of `given`, by their index: texts of other rows are not read. `offset 0` keeps the
 * planner from hashing all rows instead.
 */
const twinsOf = (columns: string, others: string, more: string) => `lateral (
  select ${columns} from own_material as twin join own_collections as its on its.id = twin.collection_id
  where ${textHash('twin')} = ${textHash('given')} and twin.collection_id = any(array(${others}))
    and twin.title = given.title and twin.selftext = given.selftext ${more} offset 0) as found`

export function makeKnownRowsStore(db: Database) {
  return {
    /** The collections of a user that contain the texts of these rows, most rows first. */
    async countKnown(userId: string, rows: readonly Pick<ReadRow, 'title' | 'selftext'>[]) {
      const given = rows.map(({ title, selftext }) => ({ title, selftext }))
      const others = 'select id from own_collections where user_id = $1'
      const found = await db.$client.query<KnownRows>(
        `select name as collection, count(*)::integer as rows
        from json_to_recordset($2::json) as given(title text, selftext text)
        cross join ${twinsOf('distinct its.id, its.name', others, '')}
        group by found.id, name order by rows desc, found.id limit ${mostNamed}`,
        [userId, JSON.stringify(given)],
      )
      return found.rows
    },

    /** The other collections of a user that contain rows of this one, most rows first. */
    async countDoubled(userId: string, id: string) {
      const others = 'select id from own_collections where user_id = $1 and id <> $2'
      const isSame = `and (twin.url, twin.rating, ${ownDate('twin', 'its')})
        is not distinct from (given.url, given.rating, given.date)`
      const { rows } = await db.$client.query<KnownRows>(
        `select name as collection, count(*)::integer as rows from (
          select title, selftext, url, rating, ${ownDate('own_material', 'own_collections')} as date
          from own_collections join own_material on collection_id = own_collections.id
          where user_id = $1 and own_collections.id = $2) as given
        cross join ${twinsOf('distinct its.id, its.name', others, isSame)}
        group by found.id, name order by rows desc, found.id limit ${mostNamed}`,
        [userId, id],
      )
      return rows
    },
  }
}
