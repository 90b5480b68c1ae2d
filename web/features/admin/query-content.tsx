import type { UseQueryResult } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactElement, ReactNode } from 'react'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type QueryFailureProps = { query: Pick<UseQueryResult, 'error' | 'refetch'>; what: string }

export function QueryFailure({ query, what }: QueryFailureProps) {
  return (
    <Callout tone="danger" icon={<CircleAlert />}>
      <ReadAgain query={query} words={`${what} could not be read. Please try again.`} />
    </Callout>
  )
}

type QueryContentProps<T> = {
  query: UseQueryResult<T>
  what: string
  /** As a string, the height of a card. */
  skeleton: ReactElement | string
  children: (data: T) => ReactNode
}

/** The data of a query; a skeleton while it loads, and a button to try again when it failed. */
export function QueryContent<T>({ query, what, skeleton, children }: QueryContentProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <QueryFailure query={query} what={what} />
  return typeof skeleton === 'string' ? <Skeleton shape="card" className={`${skeleton} w-full`} /> : skeleton
}

type SkeletonCardsProps = { count: number; look: string; grid: string }

export function SkeletonCards({ count, look, grid }: SkeletonCardsProps) {
  return (
    <div className={`grid gap-3 sm:gap-4 ${grid}`}>
      <p role="status" className="sr-only">
        Loading
      </p>
      {Array.from({ length: count }, (_, at) => `card ${at}`).map((card) => (
        <Skeleton key={card} shape="card" className={look} />
      ))}
    </div>
  )
}
