import { signalLabel } from '#contract/signal-labels.ts'
import { DataTable } from './data-table.tsx'
import { reliability, type ScorerFigures, scorerFigures, signalFigures } from './measured-figures.ts'

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
