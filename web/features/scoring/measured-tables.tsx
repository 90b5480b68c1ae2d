import { signalLabel } from '#web/features/search/signal-label.ts'
import { DataTable } from './data-table.tsx'
import {
  ourIntervals,
  reliability,
  type ScorerFigures,
  scorerFigures,
  signalFigures,
} from './measured-figures.ts'

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
    row.postsPerSecond === null ? '–' : row.postsPerSecond.toLocaleString('en-US'),
  ]
}

/** Scorers side by side, ours first. */
export function ScorerTable() {
  return (
    <>
      <DataTable
        wide
        caption="Scorers against the raters"
        head={['Scorer', 'Posts', 'AUC', 'Spearman', 'NDCG@20', 'P@20', 'Posts a second']}
        rows={scorerFigures.map((row) => ({
          key: row.scorer,
          strong: row.kind === 'ours',
          cells: scorerCells(row),
        }))}
      />
      <p className="mt-3 text-sm leading-6 text-pretty text-ink-soft">
        Our first row within 95%: AUC {ourIntervals.auc}, Spearman {ourIntervals.spearman}, NDCG@20{' '}
        {ourIntervals.ndcg}, P@20 {ourIntervals.precision}. Posts a second are of one core, each on the
        machine at hand: ours had 7,711 to 27,076 on those we used.
      </p>
    </>
  )
}

/** What a score has meant, as numbers and as bars. */
export function ReliabilityTable() {
  return (
    <DataTable
      wide
      caption="How many posts of each score have potential"
      head={['Score', 'Posts to 2013', 'With potential', 'Posts of 2025-2026', 'Of these with potential']}
      rows={reliability.map(({ score, old, modern }) => ({
        key: score,
        cells: [
          score,
          old.posts,
          <Share key="old" percent={old.percent} />,
          modern.posts.toLocaleString('en-US'),
          <Share key="modern" percent={modern.percent} />,
        ],
      }))}
    />
  )
}

/** How well each signal is found. */
export function SignalTable() {
  return (
    <DataTable
      caption="How well each signal is found"
      head={['Signal', 'Right when shown', 'Found of all', 'F1', 'Posts']}
      rows={signalFigures.map(({ signal, precision, recall, f1, posts }) => ({
        key: signal,
        cells: [
          signalLabel(signal),
          `${Math.round(precision * 100)}%`,
          `${Math.round(recall * 100)}%`,
          f1.toFixed(2),
          posts,
        ],
      }))}
    />
  )
}

/** A share as a bar and a number. Drawn without a style of its own: a built page may not have any. */
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
