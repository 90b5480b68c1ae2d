import type { PostScore, ScorablePost } from '../post-score.ts'
import type { Signal } from '../signal.ts'

/** The parts of a scored post that are needed to group posts. */
export type NeedPost = ScorablePost &
  Pick<PostScore, 'opportunityScore' | 'evidence' | 'persona'> & {
    /** The rank of the post for the keyword: above 0, and comparable only within one keyword. */
    rank: number
    /** Set only if the licence requires the author's name. Several posts of one author count as one. */
    attribution?: { author: string } | undefined
    /** Set for own rows, because the names of their groups do not show the need. Not set for public posts. */
    inCommunityByChance?: true
  }

const advice = new Set<string>(['promo', 'news', 'advice', 'market_research'])

/** Whether the author sells, reports or advises something, or asks what others need. */
export const advises = (post: NeedPost | undefined): boolean =>
  post?.evidence.some(({ signal }) => advice.has(signal)) === true

/** If promotion or a job ad costs at least this many points, a post without a request is an offer. */
const leastCost = 2
const titleOfOffer =
  /^\W{0,4}(?:for hire|hiring|contract work|job offer)\b|^(?:may|might|can|could|let) (?:i|me|we) (?:recommend|suggest)\b|^(?:i|we)(?:['’]d| would| can| highly| strongly| really){0,3} (?:recommend|suggest)\b/iu

const pointsOf = ({ evidence }: NeedPost, ...wanted: Signal[]): number =>
  evidence.reduce((sum, { signal, points }) => (wanted.some((one) => one === signal) ? sum + points : sum), 0)

/**
 * Whether the post is an offer: its title says so, or promotion or a job ad costs at least as many points as
 * the request in the post earns.
 */
const advertises = (post: NeedPost): boolean =>
  titleOfOffer.test(post.title) ||
  -pointsOf(post, 'promo', 'hiring') >= Math.max(leastCost, pointsOf(post, 'solution_request'))

/** Words of a request. */
const asking =
  /\?|\b(?:looking for|seeking|searching for|needs?|needed|help|advice|suggestions?|recommendations?|recommended|request|wondering|alternatives?|anyone|anybody)\b/iu
const firstPerson = /\b(?:i|i['’](?:m|ve|ll|d)|we|we['’](?:re|ve|ll|d)|my|our)\b/iu
/** Words of makers who ask what others want from the maker's product. */
const making =
  /\b(?:i|we)(?:['’](?:m|ve|re|d)| am| are| have| had)?(?: been| currently| just| recently)? (?:working on|building|built|made|making|developing|developed|creating|created|launching|launched|releasing|released) (?:a|an|my|our|this)\b/iu
/** The maximum length of the text that is examined, in UTF-16 units. */
const mostRead = 4000

/**
 * Whether the author describes a need of their own. Posts that advise must contain a request; other posts
 * must contain a request or words in the first person.
 */
export function tellsNeed(post: NeedPost): boolean {
  if (advertises(post)) return false
  const text = `${post.title}\n${post.selftext.slice(0, mostRead)}`
  const asks = asking.test(text)
  if (!advises(post)) return asks || firstPerson.test(text)
  return asks && pointsOf(post, 'solution_request') > 0 && !making.test(text)
}

/** A sentence of a post, as offsets in its title or text. The post is named by its index in the list. */
export type PostSentence = { post: number; field: 'title' | 'selftext'; start: number; end: number }

/** A key that is equal for the same sentence of a post. */
export const placeOf = ({ post, field, start }: PostSentence): string => `${post} ${field} ${start}`

export function wordsOf(posts: readonly NeedPost[], { post, field, start, end }: PostSentence): string {
  return (posts[post]?.[field] ?? '').slice(start, end)
}

/** A sentence that is not shown as a reason needs at least this many points. */
const leastPoints = 0.5

/**
 * The sentences of a post that show one of the signals, strongest first and without duplicates, whether or
 * not they are shown as reasons.
 */
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
