import type { Database } from '#server/database/open-database.ts'
import { countedWord } from '#server/matching/searched-words.ts'
import type { CountedWord } from './suggestion-rules.ts'

const mostNearby = 20

export type SuggestionsStore = ReturnType<typeof makeSuggestionsStore>

export function makeSuggestionsStore(db: Database) {
  /** Once the index exists, it is never removed. */
  let hasTrigrams = false
  const findTrigrams = async () => {
    const { rows } = await db.$client.query(
      "select 1 from pg_class where oid = to_regclass('archive_words_trigrams')",
    )
    hasTrigrams = rows.length > 0
    return hasTrigrams
  }
  return {
    /** The number of titles that contain each word as written. Rare words are missing. */
    async listWritten(words: readonly string[]): Promise<CountedWord[]> {
      const { rows } = await db.$client.query<CountedWord>({
        name: 'written_words',
        text: 'select word, titles from archive_words where word = any($1::text[]) and titles > 0',
        values: [words],
      })
      return rows
    },

    /**
     * Words in titles that are similar to this word. With `other`, their stem differs from that of this word;
     * with `any`, the stem does not matter. The list is empty if the server has no pg_trgm.
     */
    async listNearby(word: string, stems: 'other' | 'any'): Promise<CountedWord[]> {
      if (!hasTrigrams && !(await findTrigrams())) return []
      const { rows } = await db.$client.query<CountedWord>({
        name: 'nearby_words',
        text: `select word, titles from archive_words where titles > 0 and word % $1
            and ($2 or word = $1 or ts_lexize('english_stem', word) <> ts_lexize('english_stem', $1))
          order by similarity(word, $1) desc limit ${mostNearby}`,
        values: [word, stems === 'any'],
      })
      return rows
    },

    /**
     * The given words that titles contain, each with its number of titles. '' is the stem of a stop word. The
     * stems of the keyword are returned as well.
     */
    async listCounted(
      words: readonly string[],
      keywordWords: readonly string[],
    ): Promise<{ words: (CountedWord & { stem: string })[]; all: number; keywordStems: string[] }> {
      type Row = CountedWord & { stem: string; all: number; keywordStems: string[] }
      const { rows } = await db.$client.query<Row>({
        name: 'counted_words',
        text: `select word, titles, coalesce((ts_lexize('english_stem', word))[1], '') as stem,
            coalesce((select posts from archive_words where word = '${countedWord}'), 0) as all,
            tsvector_to_array(to_tsvector('english', $2)) as "keywordStems"
          from archive_words where word = any($1::text[]) and titles > 0`,
        values: [words, keywordWords.join(' ')],
      })
      return { words: rows, all: rows[0]?.all ?? 0, keywordStems: rows[0]?.keywordStems ?? [] }
    },
  }
}
