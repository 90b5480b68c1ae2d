import { clsx } from 'clsx'
import type { ReactNode, Ref } from 'react'
import { Card } from './card.tsx'

type StatePanelProps = {
  icon: ReactNode
  title: string
  children: ReactNode
  actions?: ReactNode
  tone?: 'plain' | 'danger'
  /** Gets the focus if the person was waiting for this state. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** Shown in place of results: nothing found, an error, offline. */
export function StatePanel(props: StatePanelProps) {
  const { icon, title, children, actions, tone = 'plain', headingRef } = props
  return (
    <Card className="flex flex-col items-center px-6 py-9 text-center sm:py-16">
      <span
        aria-hidden="true"
        className={clsx(
          'mb-5 grid size-12 place-items-center rounded-full [&>svg]:size-6',
          tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-on-accent-soft',
        )}
      >
        {icon}
      </span>
      <h2
        ref={headingRef}
        tabIndex={-1}
        className="text-xl font-semibold tracking-tight text-balance wrap-anywhere outline-none"
      >
        {title}
      </h2>
      <div className="mt-2 max-w-prose text-pretty wrap-anywhere text-ink-soft">{children}</div>
      {actions ? <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div> : null}
    </Card>
  )
}
