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
const modern = '4,558, each scored unseen'

export const scorerFigures: readonly ScorerFigures[] = [
  figures('Unmet', 'ours', development, [0.936, 0.737, 0.856, 0.95, 20_363]),
  figures('Unmet, communities kept apart', 'ours', development, [0.935, 0.735, 0.852, 0.95, 20_363]),
  figures('Unmet, posts of 2025-2026', 'ours', modern, [0.912, 0.676, 0.907, 1, 20_363]),
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
  auc: '0.922 to 0.951',
  spearman: '0.711 to 0.759',
  ndcg: '0.727 to 0.963',
  precision: '0.80 to 1.00',
}

type Share = { posts: number; percent: number }

/** Of the posts with such a score, how many have potential: every post scored by a model that never saw it. */
export const reliability: readonly { score: string; old: Share; modern: Share }[] = [
  { score: '0 to 19', old: { posts: 653, percent: 0.6 }, modern: { posts: 2318, percent: 0.9 } },
  { score: '20 to 39', old: { posts: 248, percent: 6 }, modern: { posts: 1047, percent: 12 } },
  { score: '40 to 49', old: { posts: 96, percent: 20.8 }, modern: { posts: 393, percent: 22.9 } },
  { score: '50 to 59', old: { posts: 78, percent: 24.4 }, modern: { posts: 287, percent: 44.6 } },
  { score: '60 to 69', old: { posts: 80, percent: 50 }, modern: { posts: 193, percent: 52.8 } },
  { score: '70 to 79', old: { posts: 70, percent: 58.6 }, modern: { posts: 123, percent: 74 } },
  { score: '80 to 100', old: { posts: 129, percent: 86 }, modern: { posts: 197, percent: 91.9 } },
]

/** How well each signal is found, out of fold, against what the raters saw. */
export const signalFigures: readonly {
  signal: string
  precision: number
  recall: number
  f1: number
  posts: number
}[] = [
  { signal: 'promo', precision: 0.76, recall: 0.78, f1: 0.77, posts: 177 },
  { signal: 'solution_request', precision: 0.73, recall: 0.8, f1: 0.76, posts: 342 },
  { signal: 'business', precision: 0.65, recall: 0.8, f1: 0.72, posts: 474 },
  { signal: 'pain', precision: 0.68, recall: 0.75, f1: 0.71, posts: 431 },
  { signal: 'competitor', precision: 0.6, recall: 0.72, f1: 0.65, posts: 290 },
  { signal: 'money', precision: 0.65, recall: 0.64, f1: 0.64, posts: 129 },
  { signal: 'frequency', precision: 0.55, recall: 0.61, f1: 0.58, posts: 130 },
  { signal: 'workaround', precision: 0.56, recall: 0.59, f1: 0.57, posts: 105 },
  { signal: 'urgency', precision: 0.33, recall: 0.31, f1: 0.32, posts: 42 },
  { signal: 'willing_to_pay', precision: 0.26, recall: 0.4, f1: 0.31, posts: 35 },
]
