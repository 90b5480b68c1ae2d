import { clsx } from 'clsx'
import { opportunityBand } from './opportunity-band.ts'

const looks = {
  default: 'border-transparent bg-accent text-on-accent',
  secondary: 'border-transparent bg-accent-soft text-on-accent-soft',
  outline: 'border-line-strong text-ink-soft',
  notice: '',
}

/** The score as a number and a word, so that neither needs its colour. */
export function OpportunityBadge({ score }: { score: number }) {
  const band = opportunityBand(score)
  return (
    <div className="flex w-16 flex-col items-center gap-1 sm:w-18">
      <span
        className={clsx(
          'grid h-12 w-full place-items-center rounded-control border text-2xl font-semibold tracking-tight tabular-nums sm:h-14',
          looks[band.variant],
        )}
      >
        <span>
          <span className="sr-only">Opportunity score </span>
          {score}
          <span className="sr-only"> of 100, </span>
        </span>
      </span>
      <span className="text-xs font-medium text-ink-soft">{band.word}</span>
    </div>
  )
}
