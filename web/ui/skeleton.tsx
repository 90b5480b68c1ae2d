import { clsx } from 'clsx'

export function Skeleton({ className }: { className?: string }) {
  return <span className={clsx('block animate-pulse rounded-md bg-sunken', className)} />
}
