import { clsx } from 'clsx'
import { limits } from '#contract/limits.ts'
import { type BadgeVariant, badgeLooks } from '#web/ui/badge.tsx'

type OpportunityBand = { variant: BadgeVariant; word: string; range: string }

const strong: OpportunityBand = { variant: 'default', word: 'Strong', range: '80 or more' }
const promising: OpportunityBand = { variant: 'secondary', word: 'Promising', range: '60 to 79' }
const weak: OpportunityBand = { variant: 'outline', word: 'Weak', range: 'below 60' }

export const opportunityBands: readonly OpportunityBand[] = [strong, promising, weak]

export function opportunityBand(score: number): OpportunityBand {
  if (score >= limits.strongScore) return strong
  return score >= limits.promisingScore ? promising : weak
}

const sizes = {
  large: { column: 'w-16 gap-1 sm:w-18', number: 'h-12 text-2xl sm:h-14', word: 'text-xs' },
  small: { column: 'w-14 gap-0.5', number: 'h-9 text-lg', word: 'text-[0.6875rem] leading-4' },
}

export function OpportunityBadge({ score, small = false }: { score: number; small?: boolean }) {
  const band = opportunityBand(score)
  const size = sizes[small ? 'small' : 'large']
  return (
    <div className={clsx('flex shrink-0 flex-col items-center', size.column)}>
      <span
        className={clsx(
          'grid w-full place-items-center rounded-control border font-semibold tracking-tight tabular-nums',
          size.number,
          badgeLooks[band.variant],
        )}
      >
        <span>
          <span className="sr-only">Opportunity score </span>
          {score}
          <span className="sr-only"> of 100, </span>
        </span>
      </span>
      <span className={clsx('font-medium text-ink-soft', size.word)}>{band.word}</span>
    </div>
  )
}
