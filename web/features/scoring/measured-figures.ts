/**
 * Every figure that the page tells, as docs/scoring.md has them. `npm run bench:scoring` prints our own; the peers and
 * the raters were measured once, on posts that are kept back. Null: not measured.
 */
export type ScorerFigures = {
  scorer: string
  kind: 'ours' | 'peer' | 'baseline' | 'raters'
  posts: string
  auc: number
  spearman: number
  ndcg: number
  precision: number
  postsPerSecond: number | null
  /** What stands instead of an exact number, e.g. "below 0". */
  roughly?: Partial<Record<'spearman' | 'ndcg' | 'precision', string>>
}

const keptBack = '296 kept back'
const development = '1,354, each scored unseen'
const modern = '2,504, each scored unseen'

export const scorerFigures: readonly ScorerFigures[] = [
  figures('Unmet', 'ours', development, [0.934, 0.726, 0.863, 0.95, 23_927]),
  figures('Unmet, communities kept apart', 'ours', development, [0.935, 0.727, 0.848, 0.95, 23_927]),
  figures('Unmet, posts of 2025-2026', 'ours', modern, [0.909, 0.657, 0.851, 1, 23_927]),
  figures('The two raters against each other', 'raters', keptBack, [0.98, 0.98, 0.97, 1, null]),
  figures('Word n-grams with logistic regression', 'baseline', keptBack, [0.88, 0.61, 0.56, 0.75, null]),
  figures('painfinder, candidates', 'peer', keptBack, [0.66, 0.34, 0.35, 0.6, 1_400]),
  figures('painfinder, rules', 'peer', keptBack, [0.63, 0.28, 0.49, 0.7, 5_000]),
  figures('BuildRadar', 'peer', keptBack, [0.6, 0.09, 0.19, 0.25, 17_000]),
  figures('PVRE', 'peer', keptBack, [0.6, 0.2, 0.23, 0.2, 7_900]),
  {
    ...figures('Number of upvotes', 'baseline', keptBack, [0.41, 0, 0, 0, null]),
    roughly: { spearman: 'below 0', ndcg: 'below 0.05', precision: 'below 0.05' },
  },
  figures('Length of the text', 'baseline', development, [0.453, -0.087, 0.168, 0.15, null]),
]

type Numbers = [auc: number, spearman: number, ndcg: number, precision: number, postsPerSecond: number | null]

function figures(
  scorer: string,
  kind: ScorerFigures['kind'],
  posts: string,
  numbers: Numbers,
): ScorerFigures {
  const [auc, spearman, ndcg, precision, postsPerSecond] = numbers
  return { scorer, kind, posts, auc, spearman, ndcg, precision, postsPerSecond }
}

/** The 95% interval of our own first row, by drawing the posts again. */
export const ourIntervals = {
  auc: '0.918 to 0.948',
  spearman: '0.698 to 0.748',
  ndcg: '0.730 to 0.949',
  precision: '0.80 to 1.00',
}

type Share = { posts: number; percent: number }

/** Of the posts with such a score, how many have potential: every post scored by a model that never saw it. */
export const reliability: readonly { score: string; old: Share; modern: Share }[] = [
  { score: '0 to 19', old: { posts: 636, percent: 0.6 }, modern: { posts: 1237, percent: 1.2 } },
  { score: '20 to 39', old: { posts: 259, percent: 5.4 }, modern: { posts: 621, percent: 10.8 } },
  { score: '40 to 49', old: { posts: 97, percent: 23.7 }, modern: { posts: 208, percent: 22.6 } },
  { score: '50 to 59', old: { posts: 86, percent: 25.6 }, modern: { posts: 147, percent: 33.3 } },
  { score: '60 to 69', old: { posts: 81, percent: 43.2 }, modern: { posts: 105, percent: 53.3 } },
  { score: '70 to 79', old: { posts: 57, percent: 57.9 }, modern: { posts: 83, percent: 74.7 } },
  { score: '80 to 100', old: { posts: 138, percent: 86.2 }, modern: { posts: 103, percent: 94.2 } },
]

/** How well each signal is found, out of fold, against what the raters saw. */
export const signalFigures: readonly {
  signal: string
  precision: number
  recall: number
  f1: number
  posts: number
}[] = [
  { signal: 'solution_request', precision: 0.7, recall: 0.8, f1: 0.75, posts: 342 },
  { signal: 'promo', precision: 0.83, recall: 0.66, f1: 0.74, posts: 177 },
  { signal: 'business', precision: 0.65, recall: 0.8, f1: 0.71, posts: 474 },
  { signal: 'pain', precision: 0.64, recall: 0.77, f1: 0.7, posts: 431 },
  { signal: 'competitor', precision: 0.58, recall: 0.7, f1: 0.63, posts: 290 },
  { signal: 'money', precision: 0.6, recall: 0.65, f1: 0.62, posts: 129 },
  { signal: 'workaround', precision: 0.56, recall: 0.54, f1: 0.55, posts: 105 },
  { signal: 'frequency', precision: 0.52, recall: 0.57, f1: 0.55, posts: 130 },
  { signal: 'willing_to_pay', precision: 0.3, recall: 0.46, f1: 0.36, posts: 35 },
  { signal: 'urgency', precision: 0.16, recall: 0.29, f1: 0.21, posts: 42 },
]
