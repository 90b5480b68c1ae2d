import { clsx } from 'clsx'
import type { AdvancedScore } from '#contract/search.ts'

const parts: [key: Exclude<keyof AdvancedScore, 'breakdown'>, label: string][] = [
  ['overallScore', 'Overall'],
  ['saasViability', 'SaaS viability'],
  ['marketTiming', 'Market timing'],
  ['buildComplexity', 'Build complexity'],
  ['competitiveLandscape', 'Competitive landscape'],
]

/** What the numbers mean. */
export const scoreMeanings =
  'All numbers are 0-100, and higher is better; only a high build complexity means harder to build. A high competitive landscape is an open field: the post names few products that serve it.'

/** The five numbers of a Pro answer. */
export function AdvancedScores({ scores }: { scores: AdvancedScore }) {
  return (
    <dl aria-label="Advanced scores" className="grid grid-cols-2 gap-2 sm:grid-cols-5">
      {parts.map(([key, label]) => (
        <Score key={key} label={label} value={scores[key]} overall={key === 'overallScore'} />
      ))}
    </dl>
  )
}

type ScoreProps = { label: string; value: number; overall: boolean }

function Score({ label, value, overall }: ScoreProps) {
  return (
    <div
      className={clsx(
        'flex flex-col rounded-control px-3 pt-2 pb-2.5',
        overall ? 'col-span-2 bg-accent-soft text-on-accent-soft sm:col-span-1' : 'bg-sunken',
      )}
    >
      <dt className={clsx('text-xs leading-5', overall ? 'font-medium' : 'text-ink-soft')}>{label}</dt>
      <dd className="flex flex-col gap-1.5">
        <span className="text-lg leading-6 font-semibold tabular-nums">{value}</span>
        <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-line">
          <span
            className={clsx('block h-full rounded-full', overall ? 'bg-accent' : 'bg-line-strong')}
            style={{ width: `${value}%` }}
          />
        </span>
      </dd>
    </div>
  )
}
