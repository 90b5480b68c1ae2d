import { ProOffer } from '#web/features/billing/pro-offer.tsx'
import { CallToAction } from './call-to-action.tsx'
import { FeaturesSection } from './features-section.tsx'
import { FilterPreview } from './filter-preview.tsx'
import { InstanceLine } from './instance-line.tsx'
import { PlansSection } from './plans-section.tsx'
import { SampleResultsSection } from './sample-results-section.tsx'
import { StepsSection } from './steps-section.tsx'

/** What the product is, for who has not searched yet. */
export function LandingSections() {
  return (
    <div className="flex flex-col gap-20 sm:gap-28">
      <div className="flex flex-col gap-14">
        <InstanceLine />
        <SampleResultsSection />
      </div>
      <StepsSection />
      <FeaturesSection />
      <ProOffer>
        <FilterPreview />
      </ProOffer>
      <PlansSection />
      <ClosingSection />
    </div>
  )
}

/** The last word. */
function ClosingSection() {
  return (
    <section
      aria-labelledby="closing"
      className="flex flex-wrap items-center justify-between gap-x-10 gap-y-6 rounded-card bg-accent-soft px-6 py-9 text-on-accent-soft sm:px-10 sm:py-12"
    >
      <div className="max-w-xl">
        <h2 id="closing" className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
          Somebody is asking for your product right now
        </h2>
        <p className="mt-2 text-lg leading-8 text-pretty">
          Search for what you know best. The account is free, and needs no card.
        </p>
      </div>
      <CallToAction look={{ variant: 'primary', size: 'large' }}>Start for free</CallToAction>
    </section>
  )
}
