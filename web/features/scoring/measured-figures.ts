/**
 * Every figure that the page tells. `npm run bench:scoring` prints our own, which docs/scoring.md has as well; the peers
 * and the raters were measured once, on posts that are kept back. Null: not measured.
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
const later = '2,695 gathered later, never learned from'

export const scorerFigures: readonly ScorerFigures[] = [
  figures('Unmet', 'ours', development, [0.939, 0.745, 0.886, 0.95, 19_944]),
  figures('Unmet, communities kept apart', 'ours', development, [0.94, 0.748, 0.862, 0.95, 19_944]),
  figures('Unmet, posts of 2025-2026', 'ours', modern, [0.914, 0.681, 0.9, 1, 19_944]),
  figures('Unmet, more of 2025-2026', 'ours', later, [0.909, 0.697, 0.714, 1, 19_944]),
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
  {
    ...figures('Number of comments', 'baseline', keptBack, [0.39, 0, 0, 0, null]),
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
  auc: '0.925 to 0.952',
  spearman: '0.720 to 0.766',
  ndcg: '0.754 to 0.977',
  precision: '0.80 to 1.00',
}

type Share = { posts: number; percent: number }

/** Of the posts with such a score, how many have potential: every post scored by a model that never saw it. */
export const reliability: readonly { score: string; old: Share; modern: Share }[] = [
  { score: '0 to 19', old: { posts: 659, percent: 0.3 }, modern: { posts: 2598, percent: 0.8 } },
  { score: '20 to 39', old: { posts: 245, percent: 8.2 }, modern: { posts: 1338, percent: 11.4 } },
  { score: '40 to 49', old: { posts: 113, percent: 21.2 }, modern: { posts: 477, percent: 29.8 } },
  { score: '50 to 59', old: { posts: 89, percent: 30.3 }, modern: { posts: 299, percent: 41.8 } },
  { score: '60 to 69', old: { posts: 78, percent: 51.3 }, modern: { posts: 214, percent: 59.3 } },
  { score: '70 to 79', old: { posts: 44, percent: 63.6 }, modern: { posts: 132, percent: 78 } },
  { score: '80 to 100', old: { posts: 126, percent: 86.5 }, modern: { posts: 167, percent: 92.2 } },
]

/** How well each signal is found, out of fold, against what the raters saw. */
export const signalFigures: readonly {
  signal: string
  precision: number
  recall: number
  f1: number
  posts: number
}[] = [
  { signal: 'promo', precision: 0.79, recall: 0.83, f1: 0.81, posts: 177 },
  { signal: 'solution_request', precision: 0.73, recall: 0.84, f1: 0.78, posts: 342 },
  { signal: 'pain', precision: 0.7, recall: 0.82, f1: 0.76, posts: 431 },
  { signal: 'business', precision: 0.66, recall: 0.89, f1: 0.76, posts: 474 },
  { signal: 'money', precision: 0.67, recall: 0.67, f1: 0.67, posts: 129 },
  { signal: 'competitor', precision: 0.58, recall: 0.75, f1: 0.65, posts: 290 },
  { signal: 'workaround', precision: 0.53, recall: 0.63, f1: 0.58, posts: 105 },
  { signal: 'frequency', precision: 0.54, recall: 0.65, f1: 0.59, posts: 130 },
  { signal: 'urgency', precision: 0.31, recall: 0.38, f1: 0.34, posts: 42 },
  { signal: 'willing_to_pay', precision: 0.5, recall: 0.4, f1: 0.44, posts: 35 },
]
