import { signalLabel } from '#contract/signal-labels.ts'
import { DataTable } from './data-table.tsx'
import ours from './measured-figures.json' with { type: 'json' }

/** AUC, Spearman, NDCG@20 and P@20; text if the exact number is not known. */
type Figures = readonly (number | string)[]

// `npm run train` writes our own figures; the others were measured once, on held-out posts.
const others: readonly (readonly [scorer: string, ...Figures])[] = [
  ['The two raters against each other', 0.98, 0.98, 0.97, 1],
  ['Word n-grams with logistic regression', 0.88, 0.61, 0.56, 0.75],
  ['painfinder, candidates', 0.66, 0.34, 0.35, 0.6],
  ['painfinder, rules', 0.63, 0.28, 0.49, 0.7],
  ['BuildRadar', 0.6, 0.09, 0.19, 0.25],
  ['PVRE', 0.6, 0.2, 0.23, 0.2],
  ['Number of upvotes', 0.41, 'below 0', 'below 0.05', 'below 0.05'],
  ['Number of comments', 0.39, 'below 0', 'below 0.05', 'below 0.05'],
]

const toPlaces = (value: number | string) =>
  typeof value === 'string'
    ? value
    : value.toFixed(Math.round(value * 1000) % 10 === 0 ? 2 : 3).replace('-', '−')

export function ScorerTable() {
  const { posts, auc, spearman, ndcg, precision } = ours.ranking
  const ownPosts = `${posts.toLocaleString('en-US')}, communities held out`
  const row = (scorer: string, measuredOn: string, figures: Figures) => ({
    key: scorer,
    cells: [scorer, measuredOn, ...figures.map(toPlaces)],
  })
  return (
    <DataTable
      wide
      caption="Scorers against the raters"
      head={['Scorer', 'Posts', 'AUC', 'Spearman', 'NDCG@20', 'P@20']}
      rows={[
        { ...row('Unmet', ownPosts, [auc, spearman, ndcg, precision]), strong: true },
        ...others.map(([scorer, ...figures]) => row(scorer, '296 held out', figures)),
      ]}
    />
  )
}

/** The meaning of scores. Every post was scored by a model that had not been trained on it. */
export function ReliabilityTable() {
  return (
    <DataTable
      caption="How many posts of each score are worth a look"
      head={['Score', 'Posts', 'Worth a look']}
      rows={ours.reliability.map(({ from, to, posts, percent }) => ({
        key: `${from}`,
        cells: [`${from} to ${to}`, posts.toLocaleString('en-US'), <Share key="share" percent={percent} />],
      }))}
    />
  )
}

export function SignalTable() {
  return (
    <DataTable
      caption="What each signal is worth, and how well it is found"
      head={['Signal', 'Worth', 'Precision', 'Recall', 'F1', 'Posts']}
      rows={ours.signals.map(({ signal, worth, precision, recall, f1, posts }) => ({
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

/** A share as a bar and a number. It uses no style attribute, because a prerendered page may not have one. */
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
