import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { Callout } from '#web/ui/callout.tsx'

/** Since when both legal pages are in force. */
export const effectiveDate = '9/13/2025'

type LegalPageProps = { title: string; lead: ReactNode; effective?: string; children: ReactNode }

/** A page of plain text: a title, when it took effect, and sections under it. */
export function LegalPage({ title, lead, effective, children }: LegalPageProps) {
  return (
    <article className="max-w-3xl pt-12 pb-20 sm:pt-16">
      <h1 className="text-4xl leading-tight font-semibold tracking-tight text-balance sm:text-5xl">
        {title}
      </h1>
      {effective ? <p className="mt-3 text-sm text-ink-soft">Effective {effective}</p> : null}
      <p className="mt-4 text-lg leading-8 text-pretty text-ink-soft">{lead}</p>
      <OperatorNote />
      <div className="mt-10 flex flex-col gap-10">{children}</div>
    </article>
  )
}

/** Says what the operator has not said; a page with all of it hides the note. */
function OperatorNote() {
  return (
    <div data-operator={readSiteFacts().operatorState} className="mt-6 data-[operator=complete]:hidden">
      <Callout tone="notice" icon={<TriangleAlert />}>
        <strong className="font-semibold">This installation is not fully set up.</strong> Its operator has not
        given a name, an address or an email address yet, so parts of this page are missing.
      </Callout>
    </div>
  )
}

export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 leading-7 text-pretty">
      <h2 id={id} className="text-xl font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}

export function LegalList({ children }: { children: ReactNode }) {
  return <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-ink-soft">{children}</ul>
}

/** Who runs this installation, and how to reach them. */
export function OperatorAddress() {
  const facts = readSiteFacts()
  return (
    <address className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 not-italic wrap-anywhere">
      <span className="text-ink-soft">Operator</span>
      <span>{facts.operatorName}</span>
      <span className="text-ink-soft">Address</span>
      <span>{facts.operatorAddress}</span>
      <span className="text-ink-soft">Email</span>
      <span>
        <OperatorLink />
      </span>
    </address>
  )
}

/** The operator's email address as a link, or the contact page where none is given. */
export function OperatorLink() {
  const facts = readSiteFacts()
  return (
    <a href={facts.operatorContactLink} className={linkLook}>
      {facts.operatorContact}
    </a>
  )
}

export function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={linkLook}>
      {children}
    </Link>
  )
}

const linkLook = 'font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current'
