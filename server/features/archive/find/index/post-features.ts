import type { Signal } from '#scoring/signal.ts'
import type { CountableWords } from '#server/matching/archive-query-rules.ts'
import type { Asking } from '#server/matching/asking-rules.ts'
import type { RankedKeyword } from '#server/matching/keyword-rules.ts'
import { closeDistance, type MeantPost, type RankingFeatures } from '#server/matching/relevance-rules.ts'
import type { Segment } from './open-segment.ts'
import { followsIn, type Positions, readRecord, wantedTerms } from './read-record.ts'
import { flags } from './segment-format.ts'
import { senseShareOf } from './sense-share-rules.ts'

type Held = readonly (Positions | null)[]

/** A community's number, and the share of its posts that are about work. */
export type CommunityFacts = { business: number; number: number }

const hasFlag = (segment: Segment, post: number, flag: number) =>
  ((segment.posts.flags[post] as number) & flag) !== 0

/** The bit of a signal in this segment; 0 if none of its posts shows the signal. */
const signalBitIn = ({ signals }: Segment, name: Signal) =>
  signals.includes(name) ? 1 << signals.indexOf(name) : 0

/** Reads what the author of a post asks for. */
function askingReader(segment: Segment): (post: number) => Asking {
  const product = signalBitIn(segment, 'solution_request')
  return (post) => ({
    isOneOff: hasFlag(segment, post, flags.oneOff),
    asksNothing: hasFlag(segment, post, flags.asksNothing),
    asksForProduct: ((segment.posts.signals[post] as number) & product) !== 0,
  })
}

const isTitle = (packed: number) => (packed & 1) === 1

function countsOf({ distance }: CountableWords, held: Held): RankingFeatures['places'] {
  const counts = held.map((positions) => {
    const title = positions?.filter(isTitle).length ?? 0
    return { title, text: (positions?.length ?? 0) - title }
  })
  const [first, second] = held
  if (distance === null || first == null || second == null) return { counts, follow: false, close: false }
  const follow = followsIn(held, [
    { slot: 0, offset: 0 },
    { slot: 1, offset: distance },
  ])
  const most = closeDistance(2)
  const close = first.some((one) => second.some((other) => Math.abs((one >> 1) - (other >> 1)) <= most))
  return { counts, follow, close }
}

const placed = (positions: Positions | null) => ({
  title: (positions ?? []).filter(isTitle).map((packed) => packed >> 1),
  text: (positions ?? []).filter((packed) => !isTitle(packed)).map((packed) => packed >> 1),
})

/** Reads the ranking features of a segment's posts. `countable` is null if ranking needs the positions. */
export function featureReader(
  segment: Segment,
  { lexemes, forms, senseWords }: RankedKeyword,
  countable: CountableWords | null,
) {
  const counted = countable?.lexemes ?? lexemes
  const wanted = wantedTerms(segment, [...counted, ...forms, ...senseWords])
  const askingOf = askingReader(segment)
  const [formsFrom, sensesFrom] = [counted.length, counted.length + forms.length]
  return (post: number, { business, number }: CommunityFacts): RankingFeatures => {
    const held = readRecord(segment.readRecord(post), wanted)
    const words = held.slice(0, formsFrom)
    return {
      score: segment.posts.scores[post] as number,
      business,
      ...askingOf(post),
      community: number,
      senseShare: senseShareOf(held.slice(sensesFrom)),
      size: segment.posts.sizes[post] as number,
      knowsForms: hasFlag(segment, post, flags.knowsForms),
      hasForms: held.slice(formsFrom, sensesFrom).map((positions) => positions !== null),
      places: countable === null ? words.map(placed) : countsOf(countable, words),
    }
  }
}

/** Reads the ranking features of posts found by the sense of the keyword. */
export function meantReader(segment: Segment, { senseWords }: RankedKeyword) {
  const wanted = wantedTerms(segment, senseWords)
  const askingOf = askingReader(segment)
  return (post: number): Omit<MeantPost, 'archiveId'> => {
    const held = readRecord(segment.readRecord(post), wanted)
    return {
      score: segment.posts.scores[post] as number,
      size: segment.posts.sizes[post] as number,
      ...askingOf(post),
      held: held.flatMap((positions, at) =>
        positions === null ? [] : [positions.some(isTitle) ? -(at + 1) : at + 1],
      ),
    }
  }
}
