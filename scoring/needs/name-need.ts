import { jobSignals } from './compare-wants.ts'
import { advises, type NeedPost, type PostSentence, placeOf, sentencesShowing, wordsOf } from './need-post.ts'
import { stemsIn, wordWeight } from './stem-word.ts'

/** The minimum, maximum and best length of a name in characters. */
const length = { least: 14, most: 170, best: 90 }
/** The factor for a sentence with the signal `solution_request`. */
const asking = 2.5
/** The factor for a sentence that ends with a question mark. */
const question = 1.25
/** The factor for a title, because people see it first. */
const inTitle = 1.6
/** The factor for a post that recommends or reports something. */
const ofAdvice = 0.6
/** The factor for a text that does not begin like a sentence. */
const fragment = 0.5
const opening = /^[\p{Lu}\p{N}\p{Lo}["'“]/u
/**
 * The factor for stems that only one post of the need contains. It is negative, because the other authors
 * might not agree. If the need has only one post, the factor is positive.
 */
const ownShare = { ofNeed: -0.25, alone: 0.3 }

/**
 * The heading of a need: an unchanged title or sentence of one of its posts. The heading contains much that
 * the posts have in common, and little that only one post contains. If no title or sentence has a suitable
 * length, the first title is the heading. `fitOf` returns how well a post fits the others.
 */
export function nameNeed(
  posts: readonly NeedPost[],
  members: readonly number[],
  fitOf: (post: number) => number = () => 1,
): PostSentence {
  const centre = findCentre(posts, members)
  let best: PostSentence = titleOf(posts, members[0] ?? 0)
  let most = 0
  for (const post of members) {
    const asks = new Set(sentencesShowing(posts, post, ['solution_request']).map(placeOf))
    const ofPost = fitOf(post) * (advises(posts[post]) ? ofAdvice : 1)
    for (const sentence of [titleOf(posts, post), ...sentencesShowing(posts, post, jobSignals)]) {
      const words = wordsOf(posts, sentence)
      const worth =
        worthOf(words, centre) *
        ofPost *
        (opening.test(words) ? 1 : fragment) *
        (asks.has(placeOf(sentence)) ? asking : 1) *
        (words.trimEnd().endsWith('?') ? question : 1) *
        (sentence.field === 'title' ? inTitle : 1)
      if (worth <= most) continue
      best = sentence
      most = worth
    }
  }
  return best
}

function titleOf(posts: readonly NeedPost[], post: number): PostSentence {
  return { post, field: 'title', start: 0, end: posts[post]?.title.length ?? 0 }
}

/** The weight of each stem for the need. It is higher if more posts have the stem in their title or job. */
function findCentre(posts: readonly NeedPost[], members: readonly number[]): Map<string, number> {
  const holders = new Map<string, number>()
  for (const post of members) {
    const told = [titleOf(posts, post), ...sentencesShowing(posts, post, jobSignals)]
    const stems = new Set(told.flatMap((sentence) => stemsIn(wordsOf(posts, sentence))))
    for (const stem of stems) holders.set(stem, (holders.get(stem) ?? 0) + 1)
  }
  const others = members.length - 1
  const own = others === 0 ? ownShare.alone : ownShare.ofNeed
  return new Map(
    [...holders].map(([stem, held]) => [stem, wordWeight(stem) * (held === 1 ? own : (held - 1) / others)]),
  )
}

function worthOf(text: string, centre: ReadonlyMap<string, number>): number {
  if (text.length < length.least || text.length > length.most) return 0
  const told = [...new Set(stemsIn(text))].reduce((sum, stem) => sum + (centre.get(stem) ?? 0), 0)
  return told / Math.sqrt(Math.max(length.best, text.length))
}
