import CreditCard from 'lucide-react/icons/credit-card'
import type { ReactNode } from 'react'
import { selfHostedHint } from '#contract/limits.ts'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { Callout } from '#web/ui/callout.tsx'

// Pages are prerendered before it is known whether Pro is for sale, so a data attribute shows or hides parts.

/** A part of a page that the attribute `data-billing` shows or hides. */
function shownByBilling(Element: 'div' | 'span' | 'li', className: string) {
  return ({ children }: { children: ReactNode }) => (
    <Element data-billing={readSiteFacts().billing} className={className}>
      {children}
    </Element>
  )
}

/** Content that offers Pro; hidden if payments are off. */
export const ProOffer = shownByBilling('div', 'contents data-[billing=off]:hidden')

/** The same text as an inline element. */
export const ProWords = shownByBilling('span', 'data-[billing=off]:hidden')

/** The same content as a list item. */
export const ProItem = shownByBilling('li', 'data-[billing=off]:hidden')

/** Text shown instead of an offer of Pro. */
export const NoProWords = shownByBilling('span', 'hidden data-[billing=off]:inline')

/** Shown in place of an offer of Pro if payments are off. */
export const NoProOffer = shownByBilling('div', 'hidden data-[billing=off]:block')

/** Tells the operator how to remove the limit. Shown only if payments are not real and there is a limit. */
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

/** Shown while a stand-in simulates the payment provider. */
export function StandInNote() {
  return (
    <div data-billing={readSiteFacts().billing} className="hidden data-[billing=stand-in]:block">
      <Callout tone="notice" icon={<CreditCard />}>
        Local stand-in: no real payments
      </Callout>
    </div>
  )
}
