import type { ModelFile } from '#scoring/model/read-model.ts'
import { type Signal, signals } from '#scoring/signal.ts'
import type { LabelledPost } from '../data/labelled-post.ts'
import type { ListingFigures } from '../fit/choose-thresholds.ts'
import type { ExplanationFigures } from './explain-figures.ts'
import { areaUnderCurve, ndcg, precisionAt, spearman } from './metrics.ts'

export type MeasuredScorer = {
  version: string
  written: RankingFigures
  kinds: RankingFigures
  short: RankingFigures
  explained: ExplanationFigures
  speed: { postsPerSecond: number; timesTokenizer: number; firstLongPostMs: number }
}

const percent = (share: number) => `${(100 * share).toFixed(0)}%`

function rankingTable({ written, kinds, short }: MeasuredScorer, learned: Figures): string[] {
  return [
    '### Ranking of posts never learned from',
    '',
    '| posts | AUC | Spearman | NDCG@20 | P@20 |',
    '|---|---|---|---|---|',
    rankingRow(
      `${learned.modern.posts} real posts of 2022-2026 drawn by chance, whole collections and communities held out`,
      learned.modern,
    ),
    rankingRow(
      `${learned.ranking.posts} real posts of 2006-2013 (gold), whole communities held out`,
      learned.ranking,
    ),
    rankingRow(`${written.posts} posts written in the manner of 2025-2026`, written),
    rankingRow(
      `${kinds.posts} posts written in that of Discourse, Lemmy, Stack Exchange and Hacker News`,
      kinds,
    ),
    rankingRow(`${short.posts} texts of one to three sentences written for this project`, short),
  ]
}

/** The scorer's part of the page of figures, as Markdown. */
export function renderFigures(scorer: MeasuredScorer, learned: Figures): string {
  const { version, explained, speed } = scorer
  const { otherShare, reasons } = explained
  const lines = [
    '## The scorer',
    '',
    `Scorer ${version}. \`npm run train\` gives the first three tables, \`npm run evaluate\` the rest. All raters are language models.`,
    '',
    ...rankingTable(scorer, learned),
    '',
    `Of the first, ${learned.modern.from60} score 60 and more, of which ${learned.modern.worthFrom60} have a potential of 1.5 or more; of ${learned.modern.worth} such posts ${learned.modern.worthBelow40} score below 40. Figures on posts written by language models are too optimistic.`,
    '',
    '### What a score means on real posts of 2022-2026',
    '',
    '| score | posts | with potential 1.5 or more |',
    '|---|---|---|',
    ...learned.reliability.map((row) => `| ${row.from}-${row.to} | ${row.posts} | ${row.percent}% |`),
    '',
    '### Signals',
    '',
    '| signal | worth | precision | recall | F1 | posts |',
    '|---|---|---|---|---|---|',
    ...learned.signals.map(
      (row) =>
        `| \`${row.signal}\` | ${row.worth} | ${row.precision} | ${row.recall} | ${row.f1} | ${row.posts} |`,
    ),
    '',
    `Mean F1 of the eight signals that words help to list, on gold posts, whole communities held out, thresholds of the other folds: ${learned.goldF1}.`,
    '',
    '### Explanations of the archive',
    '',
    '| what | figure |',
    '|---|---|',
    `| posts at exactly 100, from 80, from 60 | ${explained.at100}, ${explained.from80}, ${explained.from60} |`,
    `| other wording's share of absolute points, posts from 60 up: median, 95th percentile | ${percent(otherShare.median)}, ${percent(otherShare.high)} |`,
    `| the same of other sentences of named signals | ${percent(explained.otherSentencesShare.median)}, ${percent(explained.otherSentencesShare.high)} |`,
    `| reasons shown, posts from 60 up: median, most | ${reasons.median}, ${reasons.most} |`,
    `| of 500 posts from 40 up: erasing a reason's sentences takes 80% of its points | ${percent(explained.erased / 500)} |`,
    `| the same: erasing a stretch that is not shown, as long as the strongest reason, changes the score by 5 at most | ${percent(explained.unshownErased / 500)} |`,
    `| the same for stretches as long as every reason, all of them | ${percent(explained.everyUnshownErased / 500)} |`,
    `| share of all positive points that one signal has at most | ${percent(explained.mostOfOneSignal)} |`,
    `| bytes of evidence a post, as JSON | ${explained.evidenceBytes.toFixed(0)} |`,
    `| posts a second of CPU; times only tokenizing; first post of 100 kB | ${speed.postsPerSecond}; ${speed.timesTokenizer}; ${speed.firstLongPostMs} ms |`,
    '',
  ]
  return lines.join('\n')
}

function rankingRow(name: string, row: RankingFigures): string {
  return `| ${name} | ${row.auc} | ${row.spearman} | ${row.ndcg} | ${row.precision} |`
}

/** The quality of the ranking on posts that were not used for training. */
export type RankingFigures = { posts: number; auc: number; spearman: number; ndcg: number; precision: number }

export type Figures = {
  /** A random sample of real posts of today. */
  modern: RankingFigures & ReturnType<typeof worthFigures>
  ranking: RankingFigures
  reliability: ReturnType<typeof reliabilityRows>
  /** The mean F1 on gold posts, over the signals that are learned from whole posts: see `goldF1`. */
  goldF1: number
  signals: ({ signal: Signal; worth: number } & Omit<ListingFigures, 'listedFrom'>)[]
}

/** From this potential on, a post is worth a founder's time. */
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

/**
 * The number of posts with at least 60 points, and three numbers of good posts: with at least 60 points, in
 * total, and below 40 points.
 */
export function worthFigures(scored: readonly Scored[]) {
  const worth = scored.filter(({ post }) => post.potential >= worthIt)
  const from60 = scored.filter(({ score }) => Math.round(score) >= 60)
  return {
    from60: from60.length,
    worthFrom60: from60.filter(({ post }) => post.potential >= worthIt).length,
    worth: worth.length,
    worthBelow40: worth.filter(({ score }) => Math.round(score) < 40).length,
  }
}

/** The number of posts and of good posts in each range of ten points. */
export function reliabilityRows(scored: readonly Scored[]) {
  return Array.from({ length: 10 }, (_, at) => {
    const from = at * 10
    const to = at === 9 ? 100 : from + 9
    const rows = scored.filter(({ score }) => Math.round(score) >= from && Math.round(score) <= to)
    const worth = rows.filter(({ post }) => post.potential >= worthIt).length
    return { from, to, posts: rows.length, percent: tenths((100 * worth) / Math.max(1, rows.length)) }
  })
}

export function signalFigures(
  listing: readonly ListingFigures[],
  learned: ModelFile['signals'],
): Figures['signals'] {
  return listing.map(({ precision, recall, f1, posts }, at) => {
    const signal = signals[at] ?? 'pain'
    return {
      signal,
      worth: tenths(learned[signal].worth),
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
