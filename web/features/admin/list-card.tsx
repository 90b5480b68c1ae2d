import type { ReactNode } from 'react'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

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

/** One thing of a card, how it is doing, and what else there is to say of it. */
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
