import type { PostScore, ScorablePost } from '../post-score.ts'
import type { Signal } from '../signal.ts'

/** A post with what its words earned, as far as needs are read from it. */
export type NeedPost = ScorablePost &
  Pick<PostScore, 'opportunityScore' | 'evidence' | 'persona'> & {
    /** Where it belongs among the answers to the keyword; above 0, comparable within one keyword only. */
    rank: number
    /** Only where its licence asks for it: posts of one author count once. */
    attribution?: { author: string } | undefined
    /** Left out where posts chose their community; rows of one file stand together whatever they want. */
    inCommunityByChance?: true
  }

const advice = new Set<string>(['promo', 'news', 'advice', 'market_research'])

/** Whether the author sells, reports, advises or asks for others' needs. */
export const advises = (post: NeedPost | undefined): boolean =>
  post?.evidence.some(({ signal }) => advice.has(signal)) === true

/** What a plug or a job costs before a post that asks for nothing counts as an offer, in points of the score. */
const leastCost = 2
const titleOfOffer =
  /^\W{0,4}(?:for hire|hiring|contract work|job offer)\b|^(?:may|might|can|could|let) (?:i|me|we) (?:recommend|suggest)\b|^(?:i|we)(?:['’]d| would| can| highly| strongly| really){0,3} (?:recommend|suggest)\b/iu

const pointsOf = ({ evidence }: NeedPost, ...wanted: Signal[]): number =>
  evidence.reduce((sum, { signal, points }) => (wanted.some((one) => one === signal) ? sum + points : sum), 0)

/** Whether the post offers something: its title says so, or its plug or job costs at least what its asking earns. */
const advertises = (post: NeedPost): boolean =>
  titleOfOffer.test(post.title) ||
  -pointsOf(post, 'promo', 'hiring') >= Math.max(leastCost, pointsOf(post, 'solution_request'))

/** Words of who asks for something. */
const asking =
  /\?|\b(?:looking for|seeking|searching for|needs?|needed|help|advice|suggestions?|recommendations?|recommended|request|wondering|alternatives?|anyone|anybody)\b/iu
const firstPerson = /\b(?:i|i['’](?:m|ve|ll|d)|we|we['’](?:re|ve|ll|d)|my|our)\b/iu
/** Who makes something asks what others want of it. */
const making =
  /\b(?:i|we)(?:['’](?:m|ve|re|d)| am| are| have| had)?(?: been| currently| just| recently)? (?:working on|building|built|made|making|developing|developed|creating|created|launching|launched|releasing|released) (?:a|an|my|our|this)\b/iu
/** How much of a text is looked at, in UTF-16 units. */
const mostRead = 4000

/** Whether the author tells of a need of their own: who only advises has to ask, who only tells to speak of themselves. */
export function tellsNeed(post: NeedPost): boolean {
  if (advertises(post)) return false
  const text = `${post.title}\n${post.selftext.slice(0, mostRead)}`
  const asks = asking.test(text)
  if (!advises(post)) return asks || firstPerson.test(text)
  return asks && pointsOf(post, 'solution_request') > 0 && !making.test(text)
}

/** A sentence of a post, as offsets into its title or text; posts are named by their place in the list. */
export type PostSentence = { post: number; field: 'title' | 'selftext'; start: number; end: number }

/** Equal for the same sentence of a post. */
export const placeOf = ({ post, field, start }: PostSentence): string => `${post} ${field} ${start}`

export function wordsOf(posts: readonly NeedPost[], { post, field, start, end }: PostSentence): string {
  return (posts[post]?.[field] ?? '').slice(start, end)
}

/** What a sentence that is not shown as a reason has to give for a signal to count, in points of the score. */
const leastPoints = 0.5

/** The sentences of a post that show one of the signals, strongest first, each once, whether or not reasons show them. */
export function sentencesShowing(
  posts: readonly NeedPost[],
  post: number,
  wanted: readonly Signal[],
): PostSentence[] {
  const seen = new Set<string>()
  return (posts[post]?.evidence ?? [])
    .filter(({ signal }) => wanted.some((one) => one === signal))
    .flatMap(listSentences)
    .sort((a, b) => b.points - a.points || a.start - b.start)
    .flatMap(({ field, start, end }) => {
      const sentence = { post, field, start, end }
      if (seen.has(placeOf(sentence))) return []
      seen.add(placeOf(sentence))
      return [sentence]
    })
}

type Told = Pick<NeedPost['evidence'][number], 'field' | 'start' | 'end' | 'points'>

function listSentences({ field, start, end, points, sentences = [] }: NeedPost['evidence'][number]): Told[] {
  if (end > start) return [{ field, start, end, points }]
  const told: Told[] = []
  for (let at = 0; at + 2 < sentences.length; at += 3) {
    const [from = 0, to = 0, given = 0] = sentences.slice(at, at + 3)
    if (given >= leastPoints) told.push({ field, start: from, end: to, points: given })
  }
  return told
}
