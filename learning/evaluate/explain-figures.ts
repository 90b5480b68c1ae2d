import { signalLabels } from '#contract/signal-labels.ts'
import type { PostScore, ScorablePost } from '#scoring/post-score.ts'
import type { Scorer } from '#scoring/score-post.ts'
import { otherWording } from '#scoring/signal.ts'
import { seededRandom } from './metrics.ts'

function spread(values: readonly number[]) {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), high: at(0.95), most: sorted.at(-1) ?? 0 }
}

const isShown = ({ start, end, points }: Span) => end > start && points !== 0

export type ExplanationFigures = ReturnType<typeof explanationFigures>

/** How well the explanations of a scorer match its scores, measured on real posts without labels. */
export function explanationFigures(scorer: Scorer, posts: readonly ScorablePost[]) {
  const scored = posts.map((post) => ({ post, score: scorer.scorePost(post) }))
  const from = (least: number) => scored.filter(({ score }) => score.opportunityScore >= least)
  const high = from(60)
  const erasing = eraseReasons(scorer, sample(from(40), 500))
  return {
    at100: from(100).length,
    from80: from(80).length,
    from60: high.length,
    /** The share of other wording in the sum of absolute points, for posts with at least 60 points. */
    otherShare: spread(high.map(({ score }) => shareOf(score, isOtherWording))),
    /** The share of unshown sentences, without other wording, in the same sum of absolute points. */
    otherSentencesShare: spread(
      high.map(({ score }) => shareOf(score, (one) => one.end === one.start && !isOtherWording(one))),
    ),
    /** The number of reasons that are shown, and the size of the stored evidence in bytes. */
    reasons: spread(high.map(({ score }) => score.evidence.filter(isShown).length)),
    evidenceBytes: sumBy(scored, ({ score }) => JSON.stringify(score.evidence).length) / scored.length,
    ...erasing,
    /** The share of the largest signal in all positive points. */
    mostOfOneSignal: mostOfOne(scored.map(({ score }) => score)),
  }
}

const isOtherWording = ({ signal }: Span) => signal === otherWording

/** The absolute points of some spans as a share of the absolute points of all spans of a score. */
function shareOf({ evidence }: PostScore, counts: (span: Span) => boolean): number {
  const sum = (spans: readonly Span[]) => sumBy(spans, ({ points }) => Math.abs(points))
  return sum(evidence.filter(counts)) / Math.max(0.1, sum(evidence))
}

function mostOfOne(scores: readonly PostScore[]): number {
  const sums = new Map<string, number>()
  for (const { evidence } of scores)
    for (const { signal, points } of evidence)
      if (points > 0) sums.set(signal, (sums.get(signal) ?? 0) + points)
  const all = [...sums.values()]
  return Math.max(...all) / sumBy(all, (one) => one)
}

const sumBy = <T>(list: readonly T[], numberOf: (one: T) => number): number =>
  list.reduce((sum, one) => sum + numberOf(one), 0)

function firstPlaced<T>(list: readonly { one: T; place: number }[], count: number): T[] {
  const sorted = list.toSorted((a, b) => a.place - b.place)
  return sorted.slice(0, count).map(({ one }) => one)
}

function sample<T>(list: readonly T[], count: number): T[] {
  const random = seededRandom(23)
  const placed = list.map((one) => ({ one, place: random() }))
  return firstPlaced(placed, count)
}

type Place = { field: string; start: number; end: number }

type Span = PostScore['evidence'][number]

type ScoredPost = { post: ScorablePost; score: PostScore }

/**
 * `erased`: posts in which every reason loses 80% of its points if its sentences are deleted. The others:
 * posts whose score changes by at most 5 if a random unshown range is deleted instead, as long as the
 * strongest reason (`unshownErased`) or as long as any reason (`everyUnshownErased`).
 */
function eraseReasons(scorer: Scorer, scored: readonly ScoredPost[]) {
  const random = seededRandom(29)
  let erased = 0
  let unshownErased = 0
  let everyUnshownErased = 0
  for (const one of scored) {
    if (reasonsDecide(scorer, one)) erased++
    const [strongest = true, ...others] = idleStretches(scorer, one, random)
    if (strongest) unshownErased++
    if (strongest && others.every(Boolean)) everyUnshownErased++
  }
  return { erased, unshownErased, everyUnshownErased }
}

/** A text without some ranges. Line breaks and periods are kept, so that sentences are not joined. */
function without(post: ScorablePost, spans: readonly Place[]): ScorablePost {
  const blank = (text: string, field: string) =>
    spans
      .filter((span) => span.field === field)
      .reduce(
        (left, { start, end }) =>
          `${left.slice(0, start)}${left.slice(start, end).replace(/[^\n.!?]/g, ' ')}${left.slice(end)}`,
        text,
      )
  return { ...post, title: blank(post.title, 'title'), selftext: blank(post.selftext, 'selftext') }
}

const pointsOf = (spans: readonly Span[], signal: string): number =>
  sumBy(spans, (one) => (one.signal === signal ? one.points : 0))

/** Whether every reason loses four fifths of its points if its sentences are deleted. */
function reasonsDecide({ scorePost }: Scorer, { post, score }: ScoredPost): boolean {
  const shown = score.evidence.filter(isShown)
  return [...new Set(shown.map(({ signal }) => signal))].every((signal) => {
    const own = shown.filter((one) => one.signal === signal)
    const left = pointsOf(scorePost(without(post, own)).evidence, signal)
    return Math.abs(pointsOf(score.evidence, signal) - left) >= 0.8 * Math.abs(pointsOf(own, signal))
  })
}

/**
 * For each reason, strongest first: whether the score changes by at most 5 if an unshown range as long as the
 * reason is deleted.
 */
function idleStretches({ scorePost }: Scorer, { post, score }: ScoredPost, random: () => number): boolean[] {
  const shown = score.evidence.filter(({ start, end }) => end > start)
  const gaps = unshownGaps(post, shown)
  return [...new Set(shown.filter(isShown).map(({ signal }) => signal))].map((signal) => {
    const length = sumBy(shown, (one) => (one.signal === signal ? one.end - one.start : 0))
    const left = without(post, chooseStretch(gaps, length, random))
    return Math.abs(scorePost(left).opportunityScore - score.opportunityScore) <= 5
  })
}

/** The ranges between the shown sentences of a text. */
function unshownGaps({ selftext }: ScorablePost, shown: readonly Place[]): Place[] {
  const inBody = shown.filter(({ field }) => field === 'selftext').sort((a, b) => a.start - b.start)
  const gaps: Place[] = []
  let at = 0
  for (const { start, end } of [...inBody, { start: selftext.length, end: selftext.length }]) {
    if (start > at) gaps.push({ field: 'selftext', start: at, end: start })
    at = Math.max(at, end)
  }
  return gaps
}

/**
 * Chooses ranges of this total length within the gaps, from a random offset on. If the gaps are shorter,
 * chooses all of them.
 */
function chooseStretch(gaps: readonly Place[], length: number, random: () => number): Place[] {
  const room = sumBy(gaps, ({ start, end }) => end - start)
  let skip = Math.floor(random() * Math.max(0, room - length))
  let left = length
  const chosen: Place[] = []
  for (const { field, start, end } of gaps) {
    const from = Math.min(end, start + skip)
    skip -= from - start
    const to = Math.min(end, from + left)
    left -= to - from
    if (to > from) chosen.push({ field, start: from, end: to })
  }
  return chosen
}

/** A shown reason for raters: its label and sentence, and the title of the post as context. */
export type SampledReason = { label: string; quote: string; title: string }

/** Shown reasons of posts with at least 60 points, one per post, selected by a seed. */
export function sampleReasons(
  { scorePost }: Scorer,
  posts: readonly ScorablePost[],
  { count, seed }: { count: number; seed: number },
): SampledReason[] {
  const random = seededRandom(seed)
  const sampled = posts.flatMap((post) => {
    const { opportunityScore, evidence } = scorePost(post)
    if (opportunityScore < 60) return []
    const shown = evidence.filter(isShown)
    const one = shown[Math.floor(random() * shown.length)]
    if (one === undefined || one.signal === otherWording) return []
    const quote = post[one.field].slice(one.start, one.end).replace(/\s+/gu, ' ')
    return [{ place: random(), one: { label: signalLabels[one.signal], quote, title: post.title } }]
  })
  return firstPlaced(sampled, count)
}
