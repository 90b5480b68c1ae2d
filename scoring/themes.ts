import type { Evidence } from './post-score.ts'
import { gatherThemes } from './themes/gather-themes.ts'
import { nameTheme } from './themes/name-theme.ts'
import { profilePosts, weighStems } from './themes/profile-posts.ts'
import { compareEvidence, readTopicWords, type ScoredPost } from './themes/topic-words.ts'

export type { ScoredPost } from './themes/topic-words.ts'

/** Posts that tell the same problem. Posts are named by their place in the list that was grouped. */
export type Theme = {
  /** Two to four words of the posts themselves, in lower case. */
  label: string
  /** At least two, the highest score first. */
  posts: number[]
  /** Distinct communities, the one with most posts first. */
  communities: string[]
  /** To one decimal. */
  averageScore: number
  maxScore: number
  /** The strongest words for a need over all its posts, at most two of one post; offsets into that post's field. */
  evidence: ThemeEvidence[]
}

type ThemeEvidence = Evidence & { post: number }

/** `alone` are the posts that share their problem with no other, in the order given. */
export type Themes = { themes: Theme[]; alone: number[] }

const mostEvidence = 8
const mostEvidenceOfPost = 2

/**
 * Groups the posts of one result (up to a thousand) by the problem they tell. A post is in one theme or
 * alone; themes with the highest sum of scores come first. The order of the posts does not change the
 * groups, and the same posts give the same themes on every machine.
 */
export function groupIntoThemes(posts: readonly ScoredPost[]): Themes {
  const order = posts.map((_, at) => at).sort((a, b) => comparePosts(posts[a], posts[b]))
  const sorted = order.flatMap((at) => posts[at] ?? [])
  const words = readTopicWords(sorted)
  const stemWeights = weighStems(words)
  const named = new Map<string, number[]>()
  for (const group of gatherThemes(profilePosts(words, stemWeights))) {
    const theme = nameTheme(group, words, stemWeights)
    if (theme !== null) named.set(theme.label, [...(named.get(theme.label) ?? []), ...theme.posts])
  }
  const themes = [...named].map(([label, members]) =>
    tellTheme(
      label,
      members.map((at) => order[at] ?? 0),
      posts,
    ),
  )
  themes.sort(compareThemes)
  const grouped = new Set(themes.flatMap((theme) => theme.posts))
  return { themes, alone: posts.flatMap((_, at) => (grouped.has(at) ? [] : [at])) }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** One order for the same posts, whatever order they come in. */
function comparePosts(a: ScoredPost | undefined, b: ScoredPost | undefined): number {
  if (a === undefined || b === undefined) return 0
  return (
    b.opportunityScore - a.opportunityScore ||
    compareText(a.title, b.title) ||
    compareText(a.selftext, b.selftext) ||
    compareText(a.community, b.community)
  )
}

/** What a theme adds up to; of equals the larger, then the name. */
function compareThemes(a: Theme, b: Theme): number {
  const sumOf = (theme: Theme) => theme.averageScore * theme.posts.length
  return sumOf(b) - sumOf(a) || b.posts.length - a.posts.length || compareText(a.label, b.label)
}

function tellTheme(label: string, members: readonly number[], posts: readonly ScoredPost[]): Theme {
  const ranked = [...members].sort((a, b) => comparePosts(posts[a], posts[b]) || a - b)
  const scores = ranked.map((at) => posts[at]?.opportunityScore ?? 0)
  const communities = Map.groupBy(ranked, (at) => posts[at]?.community ?? '')
  return {
    label,
    posts: ranked,
    communities: [...communities]
      .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || compareText(a, b))
      .map(([community]) => community),
    averageScore: Math.round((scores.reduce((sum, score) => sum + score, 0) / scores.length) * 10) / 10,
    maxScore: Math.max(...scores),
    evidence: strongest(ranked, posts),
  }
}

function strongest(ranked: readonly number[], posts: readonly ScoredPost[]): ThemeEvidence[] {
  const found = ranked.flatMap((post) => {
    const own = posts[post]?.evidence.filter((one) => one.points > 0 && one.end > one.start) ?? []
    return own
      .sort(compareEvidence)
      .slice(0, mostEvidenceOfPost)
      .map((one) => ({ ...one, post }))
  })
  const rankOf = new Map(ranked.map((post, rank) => [post, rank]))
  const rank = ({ post }: ThemeEvidence) => rankOf.get(post) ?? 0
  return found
    .sort((a, b) => b.points - a.points || rank(a) - rank(b) || compareEvidence(a, b))
    .slice(0, mostEvidence)
}
