import { signalLabel } from '#contract/signal-labels.ts'
import { DataTable } from './data-table.tsx'
import ours from './measured-figures.json' with { type: 'json' }

const toPlaces = (value: number) =>
  value.toFixed(Math.round(value * 1000) % 10 === 0 ? 2 : 3).replace('-', '−')

function scorerCells(row: ScorerFigures) {
  return [
    row.scorer,
    row.posts,
    toPlaces(row.auc),
    row.roughly?.spearman ?? toPlaces(row.spearman),
    row.roughly?.ndcg ?? toPlaces(row.ndcg),
    row.roughly?.precision ?? row.precision.toFixed(2),
  ]
}

/** Scorers side by side, ours first. */
export function ScorerTable() {
  return (
    <DataTable
      wide
      caption="Scorers against the raters"
      head={['Scorer', 'Posts', 'AUC', 'Spearman', 'NDCG@20', 'P@20']}
      rows={scorerFigures.map((row) => ({
        key: row.scorer,
        strong: row.kind === 'ours',
        cells: scorerCells(row),
      }))}
    />
  )
}

/** What a score has meant, as numbers and as bars. */
export function ReliabilityTable() {
  return (
    <DataTable
      caption="How many posts of each score are worth a look"
      head={['Score', 'Posts', 'Worth a look']}
      rows={reliability.map(({ from, to, posts, percent }) => ({
        key: `${from}`,
        cells: [`${from} to ${to}`, posts.toLocaleString('en-US'), <Share key="share" percent={percent} />],
      }))}
    />
  )
}

/** What each signal is worth, and how well it is found. */
export function SignalTable() {
  return (
    <DataTable
      caption="What each signal is worth, and how well it is found"
      head={['Signal', 'Worth', 'Right when listed', 'Found of all', 'F1', 'Posts']}
      rows={signalFigures.map(({ signal, worth, precision, recall, f1, posts }) => ({
        key: signal,
        cells: [
          signalLabel(signal),
          worth === 0 ? 'nothing' : `${worth > 0 ? '+' : '−'}${Math.abs(worth).toFixed(1)}`,
          `${Math.round(precision * 100)}%`,
          `${Math.round(recall * 100)}%`,
          f1.toFixed(2),
          posts.toLocaleString('en-US'),
        ],
      }))}
    />
  )
}

/** A share as a bar and a number. Without a style of its own: a built page may not have any. */
function Share({ percent }: { percent: number }) {
  return (
    <span className="flex items-center justify-end gap-3">
      <svg aria-hidden="true" className="hidden h-2 w-24 rounded-full bg-sunken sm:block">
        <rect width={`${percent}%`} height="100%" rx="4" className="fill-accent" />
      </svg>
      <span className="w-14">{percent.toFixed(1)}%</span>
    </span>
  )
}

/**
 * Every figure that the page gives. `npm run train` writes our own; the peers and the raters were measured once, on posts
 * that are kept back. Null: not measured.
 */
type ScorerFigures = {
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

const scorerFigures: readonly ScorerFigures[] = [
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
const reliability = ours.reliability

/** What each signal is worth on the sum, and how well it is found in posts never learned from. */
const signalFigures = ours.signals
