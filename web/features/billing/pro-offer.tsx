import CreditCard from 'lucide-react/icons/credit-card'
import type { ReactNode } from 'react'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { Callout } from '#web/ui/callout.tsx'

// Pages are built before it is known whether Pro is for sale: the fact decides what is seen of them.

/** What offers Pro; hidden where nobody can pay for it. */
export function ProOffer({ children }: { children: ReactNode }) {
  return (
    <div data-billing={readSiteFacts().billing} className="contents data-[billing=off]:hidden">
      {children}
    </div>
  )
}

/** The same within a sentence. */
export function ProWords({ children }: { children: ReactNode }) {
  return (
    <span data-billing={readSiteFacts().billing} className="data-[billing=off]:hidden">
      {children}
    </span>
  )
}

/** The same within a list. */
export function ProItem({ children }: { children: ReactNode }) {
  return (
    <li data-billing={readSiteFacts().billing} className="data-[billing=off]:hidden">
      {children}
    </li>
  )
}

/** Words in place of those that offer Pro. */
export function NoProWords({ children }: { children: ReactNode }) {
  return (
    <span data-billing={readSiteFacts().billing} className="hidden data-[billing=off]:inline">
      {children}
    </span>
  )
}

/** Stands where Pro would be offered and nobody can pay for it. */
export function NoProOffer({ children }: { children: ReactNode }) {
  return (
    <div data-billing={readSiteFacts().billing} className="hidden data-[billing=off]:block">
      {children}
    </div>
  )
}

/** Says so while a stand-in plays the payment provider. */
export function StandInNote() {
  return (
    <div data-billing={readSiteFacts().billing} className="hidden data-[billing=stand-in]:block">
      <Callout tone="notice" icon={<CreditCard />}>
        Local stand-in: no money moves
      </Callout>
    </div>
  )
}
