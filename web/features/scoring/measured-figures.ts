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

export const scorerFigures: readonly ScorerFigures[] = [
  figures('Unmet', 'ours', development, [0.903, 0.633, 0.816, 0.95, 24_557]),
  figures('Unmet, communities kept apart', 'ours', development, [0.904, 0.637, 0.734, 0.95, 24_557]),
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
  auc: '0.884 to 0.925',
  spearman: '0.596 to 0.664',
  ndcg: '0.648 to 0.938',
  precision: '0.80 to 1.00',
}

/** Of the posts with such a score, how many have potential: every post scored by a model that never saw it. */
export const reliability: readonly { score: string; posts: number; percent: number }[] = [
  { score: '0 to 19', posts: 437, percent: 1.1 },
  { score: '20 to 39', posts: 512, percent: 7.2 },
  { score: '40 to 49', posts: 125, percent: 22.4 },
  { score: '50 to 59', posts: 113, percent: 45.1 },
  { score: '60 to 69', posts: 65, percent: 69.2 },
  { score: '70 to 79', posts: 38, percent: 73.7 },
  { score: '80 to 100', posts: 64, percent: 87.5 },
]

/** How well each signal is found, out of fold, against what the raters saw. */
export const signalFigures: readonly {
  signal: string
  precision: number
  recall: number
  f1: number
  posts: number
}[] = [
  { signal: 'solution_request', precision: 0.73, recall: 0.7, f1: 0.72, posts: 342 },
  { signal: 'promo', precision: 0.73, recall: 0.68, f1: 0.7, posts: 177 },
  { signal: 'business', precision: 0.67, recall: 0.67, f1: 0.67, posts: 474 },
  { signal: 'pain', precision: 0.67, recall: 0.65, f1: 0.66, posts: 431 },
  { signal: 'money', precision: 0.64, recall: 0.5, f1: 0.56, posts: 129 },
  { signal: 'competitor', precision: 0.57, recall: 0.5, f1: 0.53, posts: 290 },
  { signal: 'workaround', precision: 0.56, recall: 0.42, f1: 0.48, posts: 105 },
  { signal: 'frequency', precision: 0.45, recall: 0.35, f1: 0.39, posts: 130 },
  { signal: 'willing_to_pay', precision: 0.41, recall: 0.2, f1: 0.27, posts: 35 },
  { signal: 'urgency', precision: 0.24, recall: 0.1, f1: 0.14, posts: 42 },
]
