import { ProOffer } from '#web/features/billing/pro-offer.tsx'
import { ClosingSection } from './closing-section.tsx'
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
