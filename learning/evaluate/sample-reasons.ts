import { signalLabels } from '#contract/signal-labels.ts'
import type { ScorablePost } from '#scoring/post-score.ts'
import type { Scorer } from '#scoring/score-post.ts'
import { otherWording } from '#scoring/signal.ts'
import { seededRandom } from './metrics.ts'

/** A shown reason as a reader judges it: its label, its sentence, and the post's title for context. */
export type SampledReason = { label: string; quote: string; title: string }

/** Shown reasons of posts scored 60 and more, chosen by a seed, one a post. */
export function sampleReasons(
  { scorePost }: Scorer,
  posts: readonly ScorablePost[],
  { count, seed }: { count: number; seed: number },
): SampledReason[] {
  const random = seededRandom(seed)
  const sampled = posts.flatMap((post) => {
    const { opportunityScore, evidence } = scorePost(post)
    if (opportunityScore < 60) return []
    const shown = evidence.filter(({ start, end, points }) => end > start && points !== 0)
    const one = shown[Math.floor(random() * shown.length)]
    if (one === undefined || one.signal === otherWording) return []
    const quote = post[one.field].slice(one.start, one.end).replace(/\s+/gu, ' ')
    return [{ place: random(), reason: { label: signalLabels[one.signal], quote, title: post.title } }]
  })
  return sampled
    .sort((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ reason }) => reason)
}
