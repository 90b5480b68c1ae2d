import { type ReactNode, useId } from 'react'

type PageSectionProps = { title: string; lead?: ReactNode; children: ReactNode }

/** One subject of a page that is read from top to bottom. */
export function PageSection({ title, lead, children }: PageSectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="border-t border-line pt-10">
      <h2 id={headingId} className="text-2xl font-semibold tracking-tight text-balance">
        {title}
      </h2>
      {lead === undefined ? null : (
        <div className="mt-2 flex max-w-3xl flex-col gap-3 leading-7 text-pretty text-ink-soft">{lead}</div>
      )}
      <div className="mt-6">{children}</div>
    </section>
  )
}
