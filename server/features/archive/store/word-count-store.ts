import { sql } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { asWords, countedWord } from '#server/matching/searched-words.ts'

/** Words in fewer posts or titles than this are ignored. */
const fewest = { posts: 5, titles: 3 }
/**
 * A community with a smaller share of business posts is not stored. For smoothing, some ordinary posts are
 * added to each community.
 */
const least = { businessShare: 0.15, ordinaryPosts: 20, ofThemBusiness: 2 }

const businessShare = `((count(*) filter (where signals @> '{business}') + ${least.ofThemBusiness})
  / (count(*) + ${least.ordinaryPosts})::real)`

type Searched = { sample: boolean; posts: number }

/**
 * The number of posts that can be searched, and the number of posts at the last count. Samples are counted
 * only if there are no other posts.
 */
async function readCounted(db: Database) {
  const { rows } = await db.execute<Searched & { countedPosts: number; knowsCommunities: boolean }>(sql`
    select real = 0 as sample, case when real > 0 then real else samples end as posts,
      coalesce((select posts from archive_words where word = ${countedWord}), 0) as "countedPosts",
      exists (select from archive_communities) as "knowsCommunities"
    from (select coalesce(sum(posts) filter (where not sample), 0)::integer as real,
      coalesce(sum(posts) filter (where sample), 0)::integer as samples from archive_sources) as totals`)
  return rows[0] ?? { sample: true, posts: 0, countedPosts: 0, knowsCommunities: false }
}

/** If the archive has more than `most` posts, a sample of its pages is read and the counts are multiplied. */
function readShare({ sample, posts }: Searched, most: number) {
  const times = Math.max(1, posts / most)
  const from = (what: string) =>
    `select ${what} from archive_posts tablesample system (${100 / times}) repeatable (1)
      where sample = ${sample} and language is null`
  return { times, from }
}

type Share = ReturnType<typeof readShare>

/** Counts the words of the archive again in one transaction. Searches see the old counts until it commits. */
async function countEachWord(db: Database, { times, from }: Share): Promise<void> {
  const stems = `select word, ndoc from ts_stat($$${from('words')}$$)
    where ndoc >= ${fewest.posts} and left(word, 1) <> '=' and length(word) <= 40`
  const written = `select word, ndoc
    from ts_stat($$${from(`to_tsvector('simple', ${asWords('left(title, 2000)')})`)}$$)
    where ndoc >= ${fewest.titles} and length(word) <= 40`
  await inTransaction(db, async (tx) => {
    // Only one process counts at a time; others return at once.
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('archive_words')) as mine`,
    )
    if (rows[0]?.mine !== true) return
    await tx.execute(sql`delete from archive_words`)
    await tx.execute(
      sql.raw(`insert into archive_words (word, posts, titles)
        select word, coalesce(stems.ndoc, 0) * ${times}, coalesce(written.ndoc, 0) * ${times}
        from (${stems}) as stems full join (${written}) as written using (word)
        union all select '${countedWord}', count(*) * ${times}, 0 from (${from('1')}) as counted`),
    )
  })
}

/** Counts communities in the same way. */
async function countCommunities(db: Database, { from }: Share): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Concurrent counts would write the same communities.
    await tx.execute(sql`lock table archive_communities in share row exclusive mode`)
    await tx.execute(sql`delete from archive_communities`)
    await tx.execute(
      sql.raw(`insert into archive_communities (source, community, business_share)
        select source, community, ${businessShare} from (${from('source, community, signals')}) as counted
        group by source, community having ${businessShare} >= ${least.businessShare}
        union all select '', '', ${businessShare} from (${from('signals')}) as counted`),
    )
  })
}

export type WordCountStore = ReturnType<typeof makeWordCountStore>

/** If the archive has more than `most` posts, a sample of the pages is counted. */
export const makeWordCountStore = (db: Database) => ({
  readCounted: () => readCounted(db),
  countEachWord: (searched: Searched, most: number) => countEachWord(db, readShare(searched, most)),
  countCommunities: (searched: Searched, most: number) => countCommunities(db, readShare(searched, most)),
})
