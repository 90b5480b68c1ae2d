import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactElement, type ReactNode, type Ref, useId } from 'react'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type AdminSectionProps = {
  title: string
  lead?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
  /** Shown at the other end of the heading row. */
  aside?: ReactNode
  children: ReactNode
}

export function AdminSection({ title, lead, headingRef, aside, children }: AdminSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="relative">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2
            ref={headingRef}
            id={id}
            tabIndex={-1}
            className="text-lg font-semibold tracking-tight outline-none"
          >
            {title}
          </h2>
          {lead ? <p className="mt-1 text-sm leading-6 text-pretty text-ink-soft">{lead}</p> : null}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}

type FigureCardProps = { term: string; Icon?: LucideIcon; figure: string; note: string }

/** One statistic of a `dl`, with its unit. */
export function FigureCard({ term, Icon, figure, note }: FigureCardProps) {
  return (
    <Card className="flex flex-col p-4 sm:p-5">
      <dt className="flex items-center justify-between gap-2 text-sm text-ink-soft">
        {term}
        {Icon ? <Icon className="size-4 shrink-0" /> : null}
      </dt>
      <dd className="mt-auto pt-2 tabular-nums">
        <span className="block text-2xl font-semibold tracking-tight">{figure}</span>
        <span className="mt-0.5 block text-xs leading-5 text-ink-soft">{note}</span>
      </dd>
    </Card>
  )
}

export function ListCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-5">
      <h3 className="text-sm font-semibold">{title}</h3>
      <dl className="mt-2 flex flex-col divide-y divide-line">{children}</dl>
    </Card>
  )
}

export type Condition = { variant: BadgeVariant; words: string }
type ListRowProps = { name: string; condition?: Condition | null; children: ReactNode }

/** One item of a card, with its status and details. */
export function ListRow({ name, condition = null, children }: ListRowProps) {
  return (
    <div className="py-3 last:pb-0">
      <dt className="flex items-center justify-between gap-3 font-medium wrap-anywhere">
        {name}
        {condition && (
          <Badge variant={condition.variant} className="shrink-0">
            {condition.words}
          </Badge>
        )}
      </dt>
      <dd className="mt-0.5 text-sm leading-6 text-pretty wrap-anywhere text-ink-soft tabular-nums">
        {children}
      </dd>
    </div>
  )
}

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
  /** What is shown while the data loads: an element, or an empty card of this height. */
  skeleton: ReactElement | string
  children: (data: T) => ReactNode
}

/** The data of a query; a skeleton while it loads, and a retry button if it failed. */
export function QueryContent<T>({ query, what, skeleton, children }: QueryContentProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <QueryFailure query={query} what={what} />
  return typeof skeleton === 'string' ? <Skeleton shape="card" className={`${skeleton} w-full`} /> : skeleton
}

export function SkeletonCards({ count, look, grid }: { count: number; look: string; grid: string }) {
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
