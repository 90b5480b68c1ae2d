import { clsx } from 'clsx'

const shapes = { line: 'rounded-md', card: 'rounded-card', round: 'rounded-full' }

export function Skeleton({ shape = 'line', className }: { shape?: keyof typeof shapes; className?: string }) {
  return <span className={clsx('block animate-pulse bg-sunken', shapes[shape], className)} />
}
