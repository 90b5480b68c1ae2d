import { clsx } from 'clsx'
import { formatPoints } from './explain-result.ts'

/** Points in the colour of what they say: for a need, or against it. */
export function Points({ value, className }: { value: number; className?: string }) {
  return (
    <span className={clsx('tabular-nums', className, value < 0 ? 'text-danger' : 'text-on-accent-soft')}>
      {formatPoints(value)}
    </span>
  )
}
