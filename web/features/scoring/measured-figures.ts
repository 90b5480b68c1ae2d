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
const later = '2,691 gathered later, never learned from'

/** Of the version shipped, the middle of nine runs on a busy host: docs/scoring.md tells of others. */
const ourPostsPerSecond = 13_719

export const scorerFigures: readonly ScorerFigures[] = [
  figures('Unmet', 'ours', development, [0.94, 0.748, 0.87, 0.95, ourPostsPerSecond]),
  figures('Unmet, communities kept apart', 'ours', development, [
    0.941,
    0.749,
    0.883,
    0.95,
    ourPostsPerSecond,
  ]),
  figures('Unmet, posts of 2025-2026', 'ours', modern, [0.914, 0.682, 0.9, 1, ourPostsPerSecond]),
  figures('Unmet, more of 2025-2026', 'ours', later, [0.91, 0.697, 0.691, 0.95, ourPostsPerSecond]),
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
  auc: '0.927 to 0.953',
  spearman: '0.723 to 0.768',
  ndcg: '0.761 to 0.963',
  precision: '0.85 to 1.00',
}

type Share = { posts: number; percent: number }

/** Of the posts with such a score, how many have potential: every post scored by a model that never saw it. */
export const reliability: readonly { score: string; old: Share; modern: Share }[] = [
  { score: '0 to 19', old: { posts: 663, percent: 0.3 }, modern: { posts: 2606, percent: 0.8 } },
  { score: '20 to 39', old: { posts: 245, percent: 7.8 }, modern: { posts: 1338, percent: 11.5 } },
  { score: '40 to 49', old: { posts: 108, percent: 23.1 }, modern: { posts: 462, percent: 28.8 } },
  { score: '50 to 59', old: { posts: 84, percent: 29.8 }, modern: { posts: 310, percent: 43.2 } },
  { score: '60 to 69', old: { posts: 81, percent: 45.7 }, modern: { posts: 206, percent: 58.7 } },
  { score: '70 to 79', old: { posts: 50, percent: 70 }, modern: { posts: 134, percent: 76.1 } },
  { score: '80 to 100', old: { posts: 123, percent: 87 }, modern: { posts: 169, percent: 93.5 } },
]

/** How well each signal is found, out of fold, against what the raters saw. */
export const signalFigures: readonly {
  signal: string
  precision: number
  recall: number
  f1: number
  posts: number
}[] = [
  { signal: 'promo', precision: 0.82, recall: 0.81, f1: 0.82, posts: 177 },
  { signal: 'solution_request', precision: 0.73, recall: 0.84, f1: 0.78, posts: 342 },
  { signal: 'pain', precision: 0.7, recall: 0.84, f1: 0.76, posts: 431 },
  { signal: 'business', precision: 0.65, recall: 0.9, f1: 0.75, posts: 474 },
  { signal: 'competitor', precision: 0.58, recall: 0.73, f1: 0.65, posts: 290 },
  { signal: 'money', precision: 0.65, recall: 0.64, f1: 0.64, posts: 129 },
  { signal: 'frequency', precision: 0.53, recall: 0.69, f1: 0.6, posts: 130 },
  { signal: 'workaround', precision: 0.53, recall: 0.61, f1: 0.57, posts: 105 },
  { signal: 'willing_to_pay', precision: 0.39, recall: 0.4, f1: 0.39, posts: 35 },
  { signal: 'urgency', precision: 0.3, recall: 0.4, f1: 0.34, posts: 42 },
]
