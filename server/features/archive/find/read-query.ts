import { spellingsOf, untagged } from '#server/matching/archive-query-rules.ts'
import {
  formOf,
  piecesOf,
  rankedKeyword,
  readTerms,
  senseRarities,
  signLexeme,
  type Thesaurus,
} from '#server/matching/keyword-rules.ts'
import type { SourceQuery } from '#server/source-ports.ts'
import type { ArchiveSearchStore } from './archive-search-store.ts'

export type RankArchive = { store: ArchiveSearchStore; thesaurus: Thesaurus }

/** The keyword as the archive searches it, with the archive's counts. */
export async function readQuery(
  { store, thesaurus }: RankArchive,
  { terms: written, query }: Pick<SourceQuery, 'terms' | 'query'>,
) {
  // A query with OR already names the alternatives, so no senses are looked up.
  const senses = query === undefined ? thesaurus(written) : []
  const { prepared, sources } = await store.prepare({
    pieces: piecesOf(written).map(untagged),
    forms: written.map((term) => formOf(term)?.slice(1) ?? ''),
    spellings: spellingsOf(written),
    signs: written.flatMap(({ signs = [] }) => signs.map(signLexeme)),
    senses: senses.map(({ words }) => words.join(' ')),
  })
  const terms = readTerms(written, prepared)
  const keyword = { ...rankedKeyword(terms, senseRarities(prepared)), isTree: query !== undefined }
  return { terms, senses, keyword, sources }
}

export type ReadQuery = Awaited<ReturnType<typeof readQuery>>
