import { clsx } from 'clsx'

const shapes = { line: 'rounded-md', card: 'rounded-card', round: 'rounded-full' }

type SkeletonProps = { shape?: keyof typeof shapes; className?: string }

export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span className={clsx('block animate-pulse bg-sunken', shapes[shape], className)} />
}
