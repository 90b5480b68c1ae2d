import { type Signal, signals } from '#scoring/signal.ts'
import type { LabelledPost } from '../data/labelled-post.ts'
import type { ListingFigures } from '../fit/choose-thresholds.ts'
import { areaUnderCurve, ndcg, precisionAt, spearman } from './metrics.ts'

/** Figures on how well posts are ranked that were never learned from. */
export type RankingFigures = { posts: number; auc: number; spearman: number; ndcg: number; precision: number }

export type ReliabilityRow = { from: number; to: number; posts: number; percent: number }

export type Figures = {
  ranking: RankingFigures
  reliability: ReliabilityRow[]
  /** Of the eight signals that words help to list, on gold posts: see `goldF1`. */
  goldF1: number
  signals: ({ signal: Signal; worth: number } & Omit<ListingFigures, 'listedFrom'>)[]
}

/** From this potential on a post is worth a founder's look. */
const worthIt = 1.5

export type Scored = { post: LabelledPost; score: number }

export function rankingFigures(scored: readonly Scored[]): RankingFigures {
  const scores = scored.map(({ score }) => score)
  const potential = scored.map(({ post }) => post.potential)
  const positive = potential.map((one) => one >= worthIt)
  return {
    posts: scored.length,
    auc: thousandths(areaUnderCurve(scores, positive)),
    spearman: thousandths(spearman(scores, potential)),
    ndcg: thousandths(ndcg(scores, potential)),
    precision: thousandths(precisionAt(scores, positive)),
  }
}

/** Of each ten points how many posts were scored so, and how many of these are worth it. */
export function reliabilityRows(scored: readonly Scored[]): ReliabilityRow[] {
  return Array.from({ length: 10 }, (_, at) => {
    const from = at * 10
    const to = at === 9 ? 100 : from + 9
    const rows = scored.filter(({ score }) => Math.round(score) >= from && Math.round(score) <= to)
    const worth = rows.filter(({ post }) => post.potential >= worthIt).length
    return {
      from,
      to,
      posts: rows.length,
      percent: rows.length === 0 ? 0 : tenths((100 * worth) / rows.length),
    }
  })
}

export function signalFigures(
  listing: readonly ListingFigures[],
  worths: Record<Signal, number>,
): Figures['signals'] {
  return listing.map(({ precision, recall, f1, posts }, at) => {
    const signal = signals[at] ?? 'pain'
    return {
      signal,
      worth: tenths(worths[signal]),
      precision: hundredths(precision),
      recall: hundredths(recall),
      f1: thousandths(f1),
      posts,
    }
  })
}

const thousandths = (value: number) => Math.round(value * 1000) / 1000
const hundredths = (value: number) => Math.round(value * 100) / 100
const tenths = (value: number) => Math.round(value * 10) / 10
