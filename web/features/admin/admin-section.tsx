import { type ReactNode, type Ref, useId } from 'react'

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
