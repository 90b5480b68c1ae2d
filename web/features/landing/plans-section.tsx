import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { PlanComparison } from '#web/features/billing/plan-comparison.tsx'
import { proPrice } from '#web/features/billing/plan-labels.ts'
import {
  NoProWords,
  ProOffer,
  ProWords,
  SelfHostedHint,
  StandInNote,
} from '#web/features/billing/pro-offer.tsx'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { Card } from '#web/ui/card.tsx'
import { CallToAction, LandingSection } from './landing-section.tsx'

function PlansLead() {
  return (
    <>
      Start without an account. Create a free one to keep your searches
      <ProWords>
        , or choose Pro for{' '}
        <span data-limit={readSiteFacts().searchLimit} className="data-[limit=off]:hidden">
          unlimited searches and{' '}
        </span>
        advanced analysis
      </ProWords>
      .
      <SelfHostedHint />
    </>
  )
}

export function PlansSection() {
  return (
    <LandingSection
      title={
        <>
          <ProWords>Two plans, one price</ProWords>
          <NoProWords>One plan, no price</NoProWords>
        </>
      }
      lead={<PlansLead />}
    >
      <div className="mb-4 has-[[data-billing=stand-in]]:block hidden">
        <StandInNote />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <PlanCard
          name="Free"
          price="$0"
          gains={[
            readSiteFacts().freeSearches,
            'Opportunity scoring, explained word by word',
            'Persona analysis and CSV download',
            `Your last ${limits.historyItems} searches, free to reopen`,
          ]}
          action={<CallToAction look={{ size: 'large' }}>Create a free account</CallToAction>}
        />
        <ProOffer>
          <PlanCard
            chosen
            name="Pro"
            price={proPrice}
            gains={[
              'Unlimited searches',
              'Advanced opportunity scoring',
              'Enhanced persona analysis',
              'Advanced filtering and sorting',
              'Priority support',
              'Cancel anytime',
            ]}
            action={
              <CallToAction next="/subscribe" look={{ variant: 'primary', size: 'large' }}>
                Get Pro
              </CallToAction>
            }
          />
        </ProOffer>
      </div>
      <ProOffer>
        <h3 className="mt-14 mb-5 text-xl font-semibold tracking-tight">Free and Pro, side by side</h3>
        <PlanComparison />
      </ProOffer>
    </LandingSection>
  )
}

type PlanCardProps = {
  name: string
  price: string
  gains: readonly string[]
  action: ReactNode
  chosen?: boolean
}

function PlanCard({ name, price, gains, action, chosen = false }: PlanCardProps) {
  return (
    <Card className={`flex flex-col p-6 sm:p-8 ${chosen ? 'border-accent ring-1 ring-accent' : ''}`}>
      <h3 className="text-lg font-semibold tracking-tight">{name}</h3>
      <p className="mt-2 flex items-baseline gap-2">
        <span className="text-5xl font-semibold tracking-tight tabular-nums">{price}</span>
        <span className="text-ink-soft">per month</span>
      </p>
      <ul className="mt-6 mb-8 flex flex-col gap-3">
        {gains.map((gain) => (
          <li key={gain} className="flex gap-3 leading-6">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-on-accent-soft" />
            <span className="first-letter:uppercase">{gain}</span>
          </li>
        ))}
      </ul>
      <div className="mt-auto grid">{action}</div>
    </Card>
  )
}
