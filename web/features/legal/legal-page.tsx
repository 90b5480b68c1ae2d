import { TriangleAlert } from 'lucide-react'
import { createElement, Fragment, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { ProItem, ProOffer } from '#web/features/billing/pro-offer.tsx'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Callout } from '#web/ui/callout.tsx'

/** The effective date of both legal pages. */
export const effectiveDate = '9/13/2025'

type LegalPageProps = {
  title: string
  lead: string
  effective?: string
  /**
   * Each section starts with `## `, and consists of paragraphs and `- ` lists. Inline: **strong**, `code`,
   * [words](/address), {operator} for a link to the operator, {address} for a paragraph with the contact
   * data. {pro} hides a title or item if payments are off.
   */
  text: string
}

export function LegalPage({ title, lead, effective, text }: LegalPageProps) {
  useDocumentTitle(`${title} · Unmet`)
  const sections = text.split(/^## /mu).slice(1)
  return (
    <article className="max-w-3xl pt-12 pb-20 sm:pt-16">
      <h1 className="text-4xl leading-tight font-semibold tracking-tight text-balance sm:text-5xl">
        {title}
      </h1>
      {effective ? <p className="mt-3 text-sm text-ink-soft">Effective {effective}</p> : null}
      <p className="mt-4 text-lg leading-8 text-pretty text-ink-soft">{lead}</p>
      {/* Names missing operator data; hidden if the data is complete. */}
      <div data-operator={readSiteFacts().operatorState} className="mt-6 data-[operator=complete]:hidden">
        <Callout tone="notice" icon={<TriangleAlert />}>
          <strong className="font-semibold">This installation is not fully set up.</strong> Its operator has
          not given a name, an address or an email address yet, so parts of this page are missing.
        </Callout>
      </div>
      <div className="mt-10 flex flex-col gap-10">
        {sections.map((section) => (
          <LegalSection key={section} text={section} />
        ))}
      </div>
    </article>
  )
}

const proMark = '{pro} '

function LegalSection({ text }: { text: string }) {
  const id = useId()
  const [title = '', ...blocks] = text.trim().split(/\n\n+/u)
  const section = (
    <section aria-labelledby={id} className="flex flex-col gap-3 leading-7 text-pretty">
      <h2 id={id} className="text-xl font-semibold tracking-tight">
        {title.replace(proMark, '')}
      </h2>
      {blocks.map((block) => (
        <Block key={block} text={block} />
      ))}
    </section>
  )
  return title.startsWith(proMark) ? <ProOffer>{section}</ProOffer> : section
}

function Block({ text }: { text: string }) {
  if (text === '{address}') return <OperatorAddress />
  if (!text.startsWith('- ')) return <p>{readWords(text)}</p>
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-ink-soft">
      {text
        .slice(2)
        .split(/\n- /u)
        .map((item) =>
          item.startsWith(proMark) ? (
            <ProItem key={item}>{readWords(item.slice(proMark.length))}</ProItem>
          ) : (
            <li key={item}>{readWords(item)}</li>
          ),
        )}
    </ul>
  )
}

const marks =
  /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<words>[^[\]]+)\]\((?<to>[^()]+)\)|\{operator\}/gu

function readWords(lines: string): ReactNode {
  const text = lines.replaceAll(/\s+/gu, ' ')
  const parts: ReactNode[] = []
  let end = 0
  for (const found of text.matchAll(marks)) {
    parts.push(text.slice(end, found.index), readMark(found.groups ?? {}))
    end = found.index + found[0].length
  }
  return createElement(Fragment, null, ...parts, text.slice(end))
}

function readMark({ strong, code, words, to = '' }: Record<string, string | undefined>): ReactNode {
  if (strong) return <strong className="font-semibold">{strong}</strong>
  if (code) return <code>{code}</code>
  if (!words) return <OperatorLink />
  return (
    <Link to={to} className={linkLook}>
      {words}
    </Link>
  )
}

function OperatorAddress() {
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

/** The operator's e-mail address as a link, or the contact page without one. */
function OperatorLink() {
  const facts = readSiteFacts()
  return (
    <a href={facts.operatorContactLink} className={linkLook}>
      {facts.operatorContact}
    </a>
  )
}

const linkLook = 'font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current'
