import { type ReactNode, useId } from 'react'

type LandingSectionProps = { title: ReactNode; lead?: ReactNode; children: ReactNode }

export function LandingSection({ title, lead, children }: LandingSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
        {title}
      </h2>
      {lead ? <p className="mt-3 max-w-2xl text-lg leading-8 text-pretty text-ink-soft">{lead}</p> : null}
      <div className="mt-7 sm:mt-9">{children}</div>
    </section>
  )
}
