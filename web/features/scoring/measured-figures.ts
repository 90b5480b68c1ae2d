import ours from './measured-figures.json' with { type: 'json' }

/**
 * Every figure that the page gives. `npm run train` writes our own; the peers and the raters were measured once, on posts
 * that are kept back. Null: not measured.
 */
export type ScorerFigures = {
  scorer: string
  kind: 'ours' | 'peer' | 'baseline' | 'raters'
  posts: string
  auc: number
  spearman: number
  ndcg: number
  precision: number
  /** What stands instead of an exact number, e.g. "below 0". */
  roughly?: Partial<Record<'spearman' | 'ndcg' | 'precision', string>>
}

const keptBack = '296 kept back'
const { ranking } = ours
const ownPosts = `${ranking.posts.toLocaleString('en-US')}, communities held out`

export const scorerFigures: readonly ScorerFigures[] = [
  { scorer: 'Unmet', kind: 'ours', ...ranking, posts: ownPosts },
  figures('The two raters against each other', 'raters', [0.98, 0.98, 0.97, 1]),
  figures('Word n-grams with logistic regression', 'baseline', [0.88, 0.61, 0.56, 0.75]),
  figures('painfinder, candidates', 'peer', [0.66, 0.34, 0.35, 0.6]),
  figures('painfinder, rules', 'peer', [0.63, 0.28, 0.49, 0.7]),
  figures('BuildRadar', 'peer', [0.6, 0.09, 0.19, 0.25]),
  figures('PVRE', 'peer', [0.6, 0.2, 0.23, 0.2]),
  {
    ...figures('Number of upvotes', 'baseline', [0.41, 0, 0, 0]),
    roughly: { spearman: 'below 0', ndcg: 'below 0.05', precision: 'below 0.05' },
  },
  {
    ...figures('Number of comments', 'baseline', [0.39, 0, 0, 0]),
    roughly: { spearman: 'below 0', ndcg: 'below 0.05', precision: 'below 0.05' },
  },
]

type Numbers = [auc: number, spearman: number, ndcg: number, precision: number]

function figures(scorer: string, kind: ScorerFigures['kind'], numbers: Numbers): ScorerFigures {
  const [auc, spearman, ndcg, precision] = numbers
  return { scorer, kind, posts: keptBack, auc, spearman, ndcg, precision }
}

/** Of the posts with such a score, how many are worth a look: every post scored by a model that never saw it. */
export const reliability = ours.reliability

/** What each signal is worth on the sum, and how well it is found in posts never learned from. */
export const signalFigures = ours.signals
