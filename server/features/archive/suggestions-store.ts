import type { Database } from '#server/database/open-database.ts'
import { asWords, countedWord } from './searched-words-store.ts'
import type { CountedWord, TitleWord } from './suggestion-rules.ts'

const mostNearby = 20

export type SuggestionsStore = ReturnType<typeof makeSuggestionsStore>

export function makeSuggestionsStore(db: Database) {
  return {
    /** Words of titles that look much like one; none where the server has no pg_trgm. */
    async listNearby(word: string): Promise<CountedWord[]> {
      const { rows: indexes } = await db.$client.query(
        "select 1 from pg_class where oid = to_regclass('archive_words_trigrams')",
      )
      if (indexes.length === 0) return []
      const { rows } = await db.$client.query<CountedWord>({
        text: `select word, titles from archive_words where titles > 0 and word % $1
          order by similarity(word, $1) desc limit ${mostNearby}`,
        values: [word],
      })
      return rows
    },

    /** The words of these posts' titles, with the numbers of the whole archive; `all` is how many posts these are of. */
    async listTitleWords(archiveIds: readonly number[]): Promise<{ words: TitleWord[]; all: number }> {
      const { rows } = await db.$client.query<TitleWord & { all: number }>({
        name: 'title_words',
        text: `select word, here, titles, coalesce((ts_lexize('english_stem', word))[1], '') as stem,
            coalesce((select posts from archive_words where word = '${countedWord}'), 0) as all
          from (select word, count(*)::integer as here
            from posts, unnest(tsvector_to_array(to_tsvector('simple', ${asWords('left(title, 2000)')}))) as word
            where id = any($1::bigint[]) group by word having count(*) > 2) as held
          join archive_words using (word) where titles > 0`,
        values: [archiveIds],
      })
      return { words: rows, all: rows[0]?.all ?? 0 }
    },
  }
}
