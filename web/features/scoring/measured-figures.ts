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
const modern = '5,225, each scored unseen'

export const scorerFigures: readonly ScorerFigures[] = [
  figures('Unmet', 'ours', development, [0.934, 0.74, 0.88, 0.95, 36_678]),
  figures('Unmet, communities kept apart', 'ours', development, [0.936, 0.74, 0.876, 0.95, 36_678]),
  figures('Unmet, posts of 2025-2026', 'ours', modern, [0.912, 0.678, 0.878, 1, 36_678]),
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
  auc: '0.920 to 0.949',
  spearman: '0.714 to 0.762',
  ndcg: '0.752 to 0.972',
  precision: '0.80 to 1.00',
}

type Share = { posts: number; percent: number }

/** Of the posts with such a score, how many have potential: every post scored by a model that never saw it. */
export const reliability: readonly { score: string; old: Share; modern: Share }[] = [
  { score: '0 to 19', old: { posts: 670, percent: 0.6 }, modern: { posts: 2682, percent: 1.2 } },
  { score: '20 to 39', old: { posts: 257, percent: 9.7 }, modern: { posts: 1280, percent: 11.2 } },
  { score: '40 to 49', old: { posts: 95, percent: 17.9 }, modern: { posts: 444, percent: 30.4 } },
  { score: '50 to 59', old: { posts: 82, percent: 35.4 }, modern: { posts: 314, percent: 43.3 } },
  { score: '60 to 69', old: { posts: 85, percent: 52.9 }, modern: { posts: 205, percent: 62 } },
  { score: '70 to 79', old: { posts: 54, percent: 63 }, modern: { posts: 128, percent: 74.2 } },
  { score: '80 to 100', old: { posts: 111, percent: 86.5 }, modern: { posts: 172, percent: 90.7 } },
]

/** How well each signal is found, out of fold, against what the raters saw. */
export const signalFigures: readonly {
  signal: string
  precision: number
  recall: number
  f1: number
  posts: number
}[] = [
  { signal: 'promo', precision: 0.8, recall: 0.76, f1: 0.78, posts: 177 },
  { signal: 'solution_request', precision: 0.76, recall: 0.78, f1: 0.77, posts: 342 },
  { signal: 'business', precision: 0.65, recall: 0.87, f1: 0.75, posts: 474 },
  { signal: 'pain', precision: 0.7, recall: 0.78, f1: 0.74, posts: 431 },
  { signal: 'money', precision: 0.67, recall: 0.64, f1: 0.65, posts: 129 },
  { signal: 'competitor', precision: 0.55, recall: 0.76, f1: 0.64, posts: 290 },
  { signal: 'workaround', precision: 0.6, recall: 0.59, f1: 0.6, posts: 105 },
  { signal: 'frequency', precision: 0.5, recall: 0.64, f1: 0.56, posts: 130 },
  { signal: 'urgency', precision: 0.31, recall: 0.31, f1: 0.31, posts: 42 },
  { signal: 'willing_to_pay', precision: 0.24, recall: 0.37, f1: 0.29, posts: 35 },
]
