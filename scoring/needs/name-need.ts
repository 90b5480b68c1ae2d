import { jobSignals } from './compare-wants.ts'
import { advises, type NeedPost, type PostSentence, placeOf, sentencesShowing, wordsOf } from './need-post.ts'
import { stemsIn, wordWeight } from './stem-word.ts'

/** Shorter says too little, longer is no name any more, in characters. */
const length = { least: 14, most: 170, best: 90 }
/** How much more a sentence counts that shows the signal `solution_request`. */
const asking = 2.5
/** The same of one that ends in a question mark. */
const question = 1.25
/** The same of a title, which people meet first. */
const inTitle = 1.6
/** How much less what stands in a post that recommends or reports. */
const ofAdvice = 0.6
/** How much less what is only the end of a sentence. */
const fragment = 0.5
const opening = /^[\p{Lu}\p{N}\p{Lo}["'“]/u
/** What stems that no other post of the need has take: others would not sign them. Of one post they are all there is. */
const ownShare = { ofNeed: -0.25, alone: 0.3 }

/**
 * The sentence that states the job of these posts best: a title or a sentence of theirs that says what is wanted, as
 * they wrote it, tells most of what the posts have in common and least of what only one has. The title of the first
 * where none is short enough. `fitOf` says how well a post fits the others: who stands apart names nothing.
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

/** What each stem tells of the need: more, the more of its posts have it in title or job. */
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
