import { Tabs } from '@base-ui/react/tabs'
import { type ReactNode, type Ref, useId } from 'react'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

type AdminSectionProps = {
  title: string
  lead?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
  /** Stands at the other end of the heading's line. */
  aside?: ReactNode
  children: ReactNode
}

export function AdminSection({ title, lead, headingRef, aside, children }: AdminSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
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

type PillTabsProps = { label: string; tabs: readonly { value: string; label: string }[] }

/** A small choice at the head of a part of a page; goes inside `Tabs.Root`. */
export function PillTabs({ label, tabs }: PillTabsProps) {
  return (
    <Tabs.List aria-label={label} className="flex w-fit gap-1 rounded-control bg-sunken p-1">
      {tabs.map((tab) => (
        <Tabs.Tab
          key={tab.value}
          value={tab.value}
          className="h-8 rounded-md px-3 text-sm font-medium whitespace-nowrap text-ink-soft transition-colors hover:text-ink data-active:bg-surface data-active:text-ink data-active:shadow-lift"
        >
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}
