import type { PostScore, ScorablePost } from '../post-score.ts'
import type { Signal } from '../signal.ts'

/** A post with what its words earned, as far as needs are read from it. */
export type NeedPost = ScorablePost &
  Pick<PostScore, 'opportunityScore' | 'evidence' | 'persona'> & {
    /** Where it belongs among the answers to the keyword; above 0, comparable within one keyword only. */
    rank: number
    /** Left out where posts chose their community; rows of one file stand together whatever they want. */
    inCommunityByChance?: true
  }

const advice = new Set<string>(['promo', 'news', 'advice', 'market_research'])

/** Whether the author sells, reports, advises or asks for others' needs. */
export const advises = (post: NeedPost | undefined): boolean =>
  post?.evidence.some(({ signal }) => advice.has(signal)) === true

/** What a plug costs before a post that asks for nothing counts as an advertisement, in points of the score. */
const leastCost = 2

/** Whether the post advertises: its plug costs at least what its asking earns. */
export function advertises({ evidence }: NeedPost): boolean {
  const points = (wanted: Signal) =>
    evidence.reduce((sum, one) => (one.signal === wanted ? sum + one.points : sum), 0)
  return -points('promo') >= Math.max(leastCost, points('solution_request'))
}

/** A sentence of a post, as offsets into its title or text; posts are named by their place in the list. */
export type PostSentence = { post: number; field: 'title' | 'selftext'; start: number; end: number }

/** Equal for the same sentence of a post. */
export const placeOf = ({ post, field, start }: PostSentence): string => `${post} ${field} ${start}`

export function wordsOf(posts: readonly NeedPost[], { post, field, start, end }: PostSentence): string {
  return (posts[post]?.[field] ?? '').slice(start, end)
}

/** The sentences of a post that show one of the signals, strongest first, each once. */
export function sentencesShowing(
  posts: readonly NeedPost[],
  post: number,
  wanted: readonly Signal[],
): PostSentence[] {
  const shown = (posts[post]?.evidence ?? []).filter(
    ({ signal, start, end }) => end > start && wanted.some((one) => one === signal),
  )
  const seen = new Set<string>()
  return shown
    .toSorted((a, b) => b.points - a.points || a.start - b.start)
    .flatMap(({ field, start, end }) => {
      const sentence = { post, field, start, end }
      if (seen.has(placeOf(sentence))) return []
      seen.add(placeOf(sentence))
      return [sentence]
    })
}
