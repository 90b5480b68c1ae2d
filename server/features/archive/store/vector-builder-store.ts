import { makeVectorArray, textArray } from '#server/database/binary-array.ts'
import { sql } from '#server/database/drizzle.ts'
import type { Statements } from '#server/database/in-transaction.ts'
import { type ParsedChunk, Vocabulary } from '#server/matching/post-lexemes.ts'
import { wordForms } from '#server/matching/searched-words.ts'

/** For at least this many posts, as in an import, it is faster to look up all their words in advance. */
const manyPosts = 100

/** A larger vocabulary is dropped, because most words of a large archive are rare. */
const mostKept = 100_000

/** Each chunk follows a space, as in a text. Positions also count stop words. */
const parse = (chunks: Buffer) => sql`
  select (
    select coalesce(json_agg(json_build_array(lexeme, positions)), '[]') from unnest(to_tsvector('english', ' ' || chunk))
  ) as lexemes, coalesce((
    select max(place) from unnest(to_tsvector('simple', ' ' || chunk)) as found, unnest(positions) as place
  ), 0)::integer as places
  from unnest(${chunks}::text[]) with ordinality as given(chunk, at) order by at`

/**
 * The search vectors of posts as a parameter of type tsvector[]. If a vector is null, the database builds it
 * from the text and from `forms`, a JSON array.
 */
export type VectorColumns = { vectors: Buffer; forms: (string | null)[] }

/** The word forms of a post, if they were already found. */
export type FoundForms = { forms?: readonly string[] }

type VectorPost = { title: string; selftext: string; language?: string | null } & FoundForms

/** A post in another language has no vector. */
const isEnglish = ({ language = null }: VectorPost) => language === null

/**
 * Builds the search vectors of many posts in this process. PostgreSQL parses each different word only once,
 * because parsing whole texts is the largest part of the work of storing them.
 */
export function makeVectorBuilder(db: Statements) {
  let vocabulary = new Vocabulary()

  /** Splits posts, and has PostgreSQL parse chunks that have not been parsed before. */
  async function split(posts: readonly VectorPost[]) {
    if (vocabulary.size > mostKept) vocabulary = new Vocabulary()
    // A batch keeps its vocabulary to the end, because its chunks have numbers only there.
    const words = vocabulary
    const read = posts.map((post) => (isEnglish(post) ? words.chunksOf(post) : null))
    const unknown = words.listUnknown(read)
    const { rows } = await db.execute<ParsedChunk>(parse(textArray(unknown.values())))
    let row = 0
    for (const chunk of unknown.keys()) {
      words.learn(chunk, rows[row] as ParsedChunk)
      row += 1
    }
    return { words, read }
  }

  /**
   * The vectors as a tsvector[] with null for each one that the database has to build, and the forms for it.
   */
  async function build(posts: readonly VectorPost[]): Promise<VectorColumns> {
    const vectors = makeVectorArray()
    const { words, read } = posts.length < manyPosts ? { words: null, read: [] } : await split(posts)
    const forms = posts.map((post, at) => {
      const chunks = read[at] ?? null
      const vector = words === null || chunks === null ? null : words.vectorOf(chunks)
      if (vector === null) vectors.addNull()
      else vectors.add(vector)
      return vector === null && isEnglish(post) ? JSON.stringify(post.forms ?? wordForms(post)) : null
    })
    return { vectors: vectors.finish(), forms }
  }
  return { build }
}
