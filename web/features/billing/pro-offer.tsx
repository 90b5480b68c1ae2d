import CreditCard from 'lucide-react/icons/credit-card'
import type { ReactNode } from 'react'
import { selfHostedHint } from '#contract/limits.ts'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { Callout } from '#web/ui/callout.tsx'

// Pages are built before it is known whether Pro is for sale: the fact decides what is seen of them.

/** A part of a page that the fact shows or hides. */
function shownByBilling(Element: 'div' | 'span' | 'li', className: string) {
  return ({ children }: { children: ReactNode }) => (
    <Element data-billing={readSiteFacts().billing} className={className}>
      {children}
    </Element>
  )
}

/** What offers Pro; hidden where nobody can pay for it. */
export const ProOffer = shownByBilling('div', 'contents data-[billing=off]:hidden')

/** The same within a sentence. */
export const ProWords = shownByBilling('span', 'data-[billing=off]:hidden')

/** The same within a list. */
export const ProItem = shownByBilling('li', 'data-[billing=off]:hidden')

/** Words in place of those that offer Pro. */
export const NoProWords = shownByBilling('span', 'hidden data-[billing=off]:inline')

/** Shown in place of an offer of Pro where nobody can pay for it. */
export const NoProOffer = shownByBilling('div', 'hidden data-[billing=off]:block')

/** How whoever runs the installation is rid of the limit; said where no money moves and there is one. */
export function SelfHostedHint() {
  const { billing, searchLimit } = readSiteFacts()
  return (
    <span
      data-billing={billing}
      data-limit={searchLimit}
      className="data-[billing=on]:hidden data-[limit=off]:hidden"
    >
      {' '}
      {selfHostedHint}
    </span>
  )
}

/** Says so while a stand-in plays the payment provider. */
export function StandInNote() {
  return (
    <div data-billing={readSiteFacts().billing} className="hidden data-[billing=stand-in]:block">
      <Callout tone="notice" icon={<CreditCard />}>
        Local stand-in: no real payments
      </Callout>
    </div>
  )
}
