import type { Theme, ThemesReply } from '#contract/result-themes.ts'
import type { Evidence } from '#contract/search.ts'
import type { Theme as Group, ScoredPost } from '#scoring/themes.ts'
import { groupIntoThemes } from '#scoring/themes.ts'
import type { ArchivedPost } from '#server/ports.ts'
import { type ReadSavedResults, requireSavedPosts } from './read-saved-results.ts'
import type { Searcher } from './take-search.ts'

const mostCommunities = 12
const mostWordsCharacters = 160

type GroupedPost = { post: ArchivedPost; evidence: Evidence[]; selftext: string }

/** As the scorer gave it: the archive holds nothing else. */
function toScored({ post, evidence, selftext }: GroupedPost): ScoredPost {
  const { title, community, opportunityScore } = post
  return { title, selftext, community, opportunityScore, evidence } as ScoredPost
}

function toTheme(group: Group, posts: readonly GroupedPost[]): Theme {
  const nameOf = (at: number) => {
    const { source = '', sourceId: id = '' } = posts[at]?.post ?? {}
    return { source, id }
  }
  return {
    label: group.label,
    posts: group.posts.map(nameOf),
    communities: group.communities.slice(0, mostCommunities),
    averageScore: group.averageScore,
    maxScore: group.maxScore,
    evidence: group.evidence.map(({ post, signal, field, start, end, points }) => {
      const text = field === 'title' ? posts[post]?.post.title : posts[post]?.selftext
      const words = (text ?? '').slice(start, Math.min(end, start + mostWordsCharacters))
      return { ...nameOf(post), signal, words: words.toWellFormed(), points }
    }),
  }
}

/** The posts of an earlier search, at most as many as a search keeps, grouped by the problem they tell. */
export async function readThemes(
  deps: ReadSavedResults,
  reader: Searcher,
  sessionToken: string,
): Promise<ThemesReply> {
  const { posts } = await requireSavedPosts(deps, reader, sessionToken)
  const ids = posts.map(({ post }) => post.archiveId)
  const [texts, reasons] = await Promise.all([deps.readTexts(ids), deps.readReasons(ids)])
  const grouped = posts.flatMap(({ post }) => {
    const selftext = texts.get(post.archiveId)
    const evidence = reasons.get(post.archiveId)?.evidence
    return selftext === undefined || evidence === undefined ? [] : [{ post, evidence, selftext }]
  })
  const { themes, alone } = groupIntoThemes(grouped.map(toScored))
  return { themes: themes.map((group) => toTheme(group, grouped)), alone: alone.length }
}
