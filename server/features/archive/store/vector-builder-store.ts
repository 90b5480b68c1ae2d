import { makeVectorArray, textArray } from '#server/database/binary-array.ts'
import { sql } from '#server/database/drizzle.ts'
import type { Statements } from '#server/database/in-transaction.ts'
import {
  addForms,
  type Chunk,
  chunksOf,
  type Lexeme,
  startChunk,
  vectorOf,
} from '#server/matching/post-lexemes.ts'
import { wordForms } from '#server/matching/searched-words.ts'

/** For at least this many posts, as in an import, it is faster to look up all their words in advance. */
const manyPosts = 100

/** A larger vocabulary is dropped, because most words of a large archive are rare. */
const mostKept = 100_000

type ChunkRow = { lexemes: [lexeme: string, places: number[]][] | null; places: number }

/** Each chunk follows a space, as in a text. Positions also count stop words. */
const parse = (chunks: Buffer) => sql`
  select (
    select json_agg(json_build_array(lexeme, positions)) from unnest(to_tsvector('english', ' ' || chunk))
  ) as lexemes, coalesce((
    select max(place) from unnest(to_tsvector('simple', ' ' || chunk)) as found, unnest(positions) as place
  ), 0)::integer as places
  from unnest(${chunks}::text[]) with ordinality as given(chunk, at) order by at`

/** Copies the word, because a slice of a long text would keep the whole text in memory. */
const ownCopy = (written: string) => (written.length < 13 ? written : Buffer.from(written).toString())

/**
 * The search vectors of posts as a parameter of type tsvector[]. If a vector is null, the database builds it
 * from the text and from `forms`, a JSON array.
 */
export type VectorColumns = { vectors: Buffer; forms: (string | null)[] }

type VectorPost = { title: string; selftext: string; language?: string | null }

/** A post in another language has no vector. */
const isEnglish = ({ language = null }: VectorPost) => language === null

const noLexemes: Chunk['lexemes'] = []

/**
 * Builds the search vectors of many posts in this process. PostgreSQL parses each different word only once,
 * because parsing whole texts is the largest part of the work of storing them.
 */
export function makeVectorBuilder(db: Statements) {
  let vocabulary = startVocabulary()

  /** Splits posts, and has PostgreSQL parse words that have not been parsed before. */
  async function split(posts: readonly VectorPost[]) {
    if (vocabulary.known.size > mostKept) vocabulary = startVocabulary()
    // A batch keeps its vocabulary to the end, because a lexeme must be the same object in all chunks of a
    // post.
    const words = vocabulary
    const asked = new Map<string, Chunk>()
    const find = (written: string): Chunk => {
      const found = words.known.get(written) ?? asked.get(written)
      if (found !== undefined) return found
      const chunk = startChunk(ownCopy(written))
      asked.set(chunk.written, chunk)
      addForms(chunk, find)
      return chunk
    }
    const read = posts.map((post) => (isEnglish(post) ? chunksOf(post, find) : null))
    const chunks = [...asked.values()]
    const { rows } = await db.execute<ChunkRow>(parse(textArray(asked.keys())))
    for (const [at, chunk] of chunks.entries()) words.learn(chunk, rows[at] as ChunkRow)
    return read
  }

  /**
   * The vectors as a tsvector[] with null for each one that the database has to build, and the forms for it.
   */
  async function build(posts: readonly VectorPost[]): Promise<VectorColumns> {
    const vectors = makeVectorArray()
    const read = posts.length < manyPosts ? [] : await split(posts)
    const forms = posts.map((post, at) => {
      const chunks = read[at] ?? null
      const vector = chunks === null ? null : vectorOf(chunks)
      if (vector === null) vectors.addNull()
      else vectors.add(vector)
      return vector === null && isEnglish(post) ? JSON.stringify(wordForms(post)) : null
    })
    return { vectors: vectors.finish(), forms }
  }
  return { build }
}

/** Words that PostgreSQL has parsed. */
function startVocabulary() {
  const known = new Map<string, Chunk>()
  const lexemes = new Map<string, Lexeme>()

  const findLexeme = (lexeme: string): Lexeme => {
    const found = lexemes.get(lexeme)
    if (found !== undefined) return found
    const made = { lexeme, readsPost: 0, places: [] }
    lexemes.set(lexeme, made)
    return made
  }

  function setLexemes(chunk: Chunk, row: ChunkRow): void {
    const all = (row.lexemes ?? []).flatMap(([lexeme, at]) =>
      at.map((place) => [findLexeme(lexeme), place] as const),
    )
    chunk.places = row.places
    if (row.places !== 1 || all.length > 1) {
      chunk.lexemes = all
      return
    }
    chunk.lexemes = noLexemes
    chunk.stem = all[0]?.[0] ?? null
    const isForm = chunk.stem !== null && chunk.stem.lexeme !== chunk.written
    if (isForm) chunk.form = findLexeme(`=${chunk.written}`)
  }

  return {
    known,
    learn(chunk: Chunk, row: ChunkRow): void {
      setLexemes(chunk, row)
      known.set(chunk.written, chunk)
    },
  }
}
