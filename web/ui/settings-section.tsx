import { type ReactNode, type Ref, useId } from 'react'
import { Card } from './card.tsx'

type SettingsSectionProps = {
  id?: string
  title: string
  description: string
  headingRef?: Ref<HTMLHeadingElement> | undefined
  children: ReactNode
}

/** A section of a settings page: its title on the left, its card on the right. */
export function SettingsSection({ id, title, description, headingRef, children }: SettingsSectionProps) {
  const headingId = useId()
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="grid gap-x-10 gap-y-4 border-t border-line py-8 first-of-type:border-t-0 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <div>
        <h2
          ref={headingRef}
          id={headingId}
          tabIndex={-1}
          className="text-lg font-semibold tracking-tight outline-none"
        >
          {title}
        </h2>
        <p className="mt-1 text-sm leading-6 text-pretty text-ink-soft">{description}</p>
      </div>
      <Card className="p-5 sm:p-6">{children}</Card>
    </section>
  )
}

type SettingsRowProps = { title: ReactNode; actions: ReactNode; children: ReactNode }

/** One setting of a section, with its actions. */
export function SettingsRow({ title, actions, children }: SettingsRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="flex items-center gap-2.5 font-medium">{title}</h3>
        <p className="mt-0.5 text-sm leading-6 text-pretty text-ink-soft">{children}</p>
      </div>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </div>
  )
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="mt-1 font-medium tabular-nums">{children}</dd>
    </div>
  )
}
