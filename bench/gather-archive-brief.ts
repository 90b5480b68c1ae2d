import { parseKeyword } from '#contract/keyword-terms.ts'
import { limits } from '#contract/limits.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { makeArchiveSearchStore } from '#server/features/archive/archive-search-store.ts'
import { listMatches } from '#server/features/archive/search-archive.ts'
import { shippedThesaurus } from '#server/features/archive/shipped-thesaurus.ts'
import type { BriefPost } from '#server/features/search/brief-rules.ts'
import { gatherBriefPosts, type PostMatcher } from '#server/features/search/read-brief.ts'

/** The posts that the brief of a keyword is made from where the archive is the only source. */
export function gatherArchiveBrief({ db }: OpenDatabase, keyword: string): Promise<BriefPost[]> {
  const store = makeArchiveSearchStore(db)
  const matcher: PostMatcher = {
    listMatches: (query) =>
      listMatches({ store, thesaurus: shippedThesaurus() }, query, {
        leastScore: limits.potentialScore,
        posts: limits.briefPosts + limits.resultsPerSearch,
        signal: AbortSignal.timeout(60_000),
      }),
    rankPosts: async () => [],
  }
  return gatherBriefPosts({ archive: store, matcher }, parseKeyword(keyword), [])
}
