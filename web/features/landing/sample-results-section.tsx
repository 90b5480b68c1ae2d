import FlaskConical from 'lucide-react/icons/flask-conical'
import { EvidenceTooltip } from '#web/features/results/evidence-tooltip.tsx'
import { ReadingGuide } from '#web/features/results/reading-guide.tsx'
import { LandingSection } from './landing-section.tsx'
import { SampleCard } from './sample-card.tsx'
import { samplesScoredBy, wholeSamples } from './sample-results.ts'

/** What a search gives: a strong post, a promising one, and one that the scorer sees through. */
export function SampleResultsSection() {
  return (
    <LandingSection
      title="What a search gives you"
      lead="The post, who is speaking, and why it scores what it scores. An advertisement that talks like a need loses points, and you see for which words."
    >
      <p className="mb-5 flex items-center gap-2.5 text-sm text-ink-soft">
        <FlaskConical aria-hidden="true" className="size-4 shrink-0" />
        Sample posts, written for this product; scored by its scorer, version {samplesScoredBy}.
      </p>
      <EvidenceTooltip>
        <ol aria-label="Samples" className="flex flex-col gap-4">
          {wholeSamples.map((result) => (
            <li key={result.id}>
              <SampleCard result={result} />
            </li>
          ))}
        </ol>
      </EvidenceTooltip>
      <div className="mt-12">
        <ReadingGuide />
      </div>
    </LandingSection>
  )
}
