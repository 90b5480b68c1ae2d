import { sql } from '#server/database/drizzle.ts'
import type { Statements } from '#server/database/in-transaction.ts'
import { type Chunk, chunksOf, vectorOf } from '#server/matching/post-lexemes.ts'
import { wordForms } from '#server/matching/searched-words.ts'

/** For at least this many posts, as in an import, it is faster to look up all their words in advance. */
const manyPosts = 100

/** The vocabulary of a million posts is larger, but most of its words are rare. */
const mostKept = 100_000

type ChunkRow = { lexemes: [lexeme: string, places: number[]][] | null; places: number }

/** The chunks follow white space, as in a text. Positions also count stop words. */
const parse = (chunks: readonly string[]) => sql`
  select (
    select json_agg(json_build_array(lexeme, positions)) from unnest(to_tsvector('english', ' ' || chunk))
  ) as lexemes, coalesce((
    select max(place) from unnest(to_tsvector('simple', ' ' || chunk)) as found, unnest(positions) as place
  ), 0)::integer as places
  from unnest(${sql.param(chunks)}::text[]) with ordinality as given(chunk, at) order by at`

/** Copies the word, because a slice of a long text would keep the whole text in memory. */
const ownCopy = (written: string) => (written.length < 13 ? written : Buffer.from(written).toString())

function setLexemes(chunk: Chunk, { lexemes, places }: ChunkRow): void {
  const all = (lexemes ?? []).flatMap(([lexeme, at]) => at.map((place) => [lexeme, place] as const))
  chunk.places = places
  if (places === 1 && all.length <= 1) chunk.stem = all[0]?.[0] ?? ''
  else chunk.lexemes = all
}

/**
 * The columns for a post's search vector: the vector itself, or the forms from which the database builds it.
 */
export type VectorColumns = { stems: string | null; signs: string | null; forms: string[] | null }

type VectorPost = { title: string; selftext: string }

const buildByDatabase = (post: VectorPost): VectorColumns => ({
  stems: null,
  signs: null,
  forms: wordForms(post),
})

/**
 * Builds the search vectors of many posts in this process. PostgreSQL parses each different word only once,
 * because parsing whole texts is the largest part of the work of storing them.
 */
export function makeVectorBuilder(db: Statements) {
  const known = new Map<string, Chunk>()

  async function build(posts: readonly VectorPost[]): Promise<VectorColumns[]> {
    const asked = new Map<string, Chunk>()
    const find = (written: string) => {
      const found = known.get(written) ?? asked.get(written)
      if (found !== undefined) return found
      const chunk: Chunk = { written: ownCopy(written), stem: null, lexemes: [], places: 0 }
      asked.set(chunk.written, chunk)
      return chunk
    }
    const split = posts.map((post) => chunksOf(post, find))
    const { rows } = await db.execute<ChunkRow>(parse([...asked.keys()]))
    if (known.size > mostKept) known.clear()
    // Removed only now, because other batches may have been built in the meantime.
    for (const [at, chunk] of [...asked.values()].entries()) {
      setLexemes(chunk, rows[at] as ChunkRow)
      known.set(chunk.written, chunk)
    }
    return split.map((chunks, at) => {
      const stems = chunks === null ? null : vectorOf(chunks)
      if (chunks === null || stems === null) return buildByDatabase(posts[at] as (typeof posts)[number])
      return { stems, signs: chunks.signs.join(' '), forms: null }
    })
  }

  return {
    build,
    async addTo<P extends VectorPost>(posts: readonly P[]): Promise<(P & VectorColumns)[]> {
      if (posts.length < manyPosts) return posts.map((post) => ({ ...post, ...buildByDatabase(post) }))
      const columns = await build(posts)
      return posts.map((post, at) => ({ ...post, ...(columns[at] as VectorColumns) }))
    },
  }
}
