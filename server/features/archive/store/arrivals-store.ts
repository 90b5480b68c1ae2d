import { sql } from '#server/database/drizzle.ts'
import { inTransaction, type Statements, type Transaction } from '#server/database/in-transaction.ts'

/** An inserted post. `live` is true if it comes from a search or a scan, not from a file. */
export type Arrival = { postId: number; live: boolean }

export type Follower = {
  /** The name under which the follower's position in the log is stored. */
  name: string
  /** Runs in the transaction that stores the follower's new position. */
  read: (arrivals: readonly Arrival[], inside: Transaction) => Promise<void>
}

/** The name of the work that is announced with each row. */
export const arrivalsWork = 'arrivals'

/** An arbitrary lock id, the same in every instance. */
const numberLock = 8_317_004

/** Each row is a batch of at most about 500 posts. */
const rowsAtOnce = 10

/**
 * Gives numbers to the rows that were committed since the last call. The lock is kept until the numbers are
 * committed, so a reader that sees a number sees all lower ones. Later commits get higher numbers.
 */
async function numberArrivals(db: Statements): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${numberLock})`)
    await tx.execute(sql`
      update arrivals set number = nextval(pg_get_serial_sequence('arrivals', 'id')) where number is null`)
  })
}

/** A new follower starts with the oldest row that is still stored. */
const register = (names: readonly string[]) => sql`
  insert into arrival_followers as follower (name, number)
  select name, 0 from unnest(${sql.param(names)}::text[]) as following(name)`

type ArrivalRow = { number: string; postId: string; live: boolean }

/** Reads the next rows and stores the new position. */
async function readOn(tx: Transaction, { name, read }: Follower): Promise<boolean> {
  // Locks the position, so that other instances of this follower wait here.
  const { rows: places } = await tx.execute<{ number: string }>(sql`
    ${register([name])} on conflict (name) do update set number = follower.number returning number`)
  const { rows } = await tx.execute<ArrivalRow>(sql`
    select number, unnest(post_ids) as "postId", live from (
      select * from arrivals where number > ${places[0]?.number} order by number limit ${rowsAtOnce}
    ) as next order by number`)
  const last = rows.at(-1)
  if (last === undefined) return false
  const arrivals = rows.map(({ postId, live }) => ({ postId: Number(postId), live }))
  await read(arrivals, tx)
  await tx.execute(sql`update arrival_followers set number = ${last.number} where name = ${name}`)
  return true
}

export type ArrivalsStore = ReturnType<typeof makeArrivalsStore>

export function makeArrivalsStore(db: Statements) {
  return {
    /**
     * The followers in `names` that have not read all rows. From now on, a row is only deleted when all
     * followers in `names` have read it.
     */
    async listBehind(names: readonly string[]): Promise<string[]> {
      await db.execute(sql`${register(names)} on conflict do nothing`)
      const { rows } = await db.execute<{ name: string }>(sql`
        select name from arrival_followers as follower where name = any(${sql.param(names)}::text[])
          and exists (select from arrivals where number is null or number > follower.number) order by name`)
      return rows.map(({ name }) => name)
    },

    /** Returns false at the end of the log. */
    async readNext(follower: Follower): Promise<boolean> {
      await numberArrivals(db)
      return inTransaction(db, (tx) => readOn(tx, follower))
    },

    /** Deletes the rows that every follower has read. */
    async deleteRead(): Promise<void> {
      await db.execute(sql`
        delete from arrivals where number <= (select min(number) from arrival_followers)`)
    },
  }
}
