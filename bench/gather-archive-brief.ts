import { limits } from '#contract/limits.ts'
import { parseKeyword } from '#contract/parse-keyword.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { listMatches } from '#server/features/archive/find/search-archive.ts'
import type { BriefPost } from '#server/features/search/brief/brief-rules.ts'
import { gatherBriefPosts, type PostMatcher } from '#server/features/search/brief/read-brief.ts'
import { shippedThesaurus } from '#server/matching/shipped-thesaurus.ts'

/** The posts of a brief for a keyword if the archive is the only source. */
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
