import FlaskConical from 'lucide-react/icons/flask-conical'
import type { SearchResult } from '#contract/search.ts'
import { EvidenceTooltip } from '#web/features/results/evidence-tooltip.tsx'
import { cardMarks, foundSignals } from '#web/features/results/explain-result.ts'
import { HighlightedText } from '#web/features/results/highlighted-text.tsx'
import { OpportunityBadge } from '#web/features/results/opportunity-badge.tsx'
import { ReadingGuide } from '#web/features/results/reading-guide.tsx'
import { ResultFacts } from '#web/features/results/result-facts.tsx'
import { ResultSignals } from '#web/features/results/result-signals.tsx'
import { WhyLine } from '#web/features/results/why-line.tsx'
import { Card } from '#web/ui/card.tsx'
import { LandingSection } from './landing-section.tsx'
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

/** A sample as a search shows it, without what opens or leads away. */
function SampleCard({ result }: { result: SearchResult }) {
  const signals = foundSignals(result)
  const goesOn = result.excerptStart + result.excerpt.length < result.textCharacters
  return (
    <Card className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-3.5 p-4 sm:gap-x-6 sm:p-6">
      <div className="sm:row-span-2">
        <OpportunityBadge score={result.opportunityScore} />
      </div>
      <div className="min-w-0">
        <h3 className="text-lg leading-7 font-semibold tracking-tight text-pretty wrap-anywhere">
          <HighlightedText text={result.title} spans={cardMarks(result, 'title')} />
        </h3>
        <div className="mt-1.5">
          <ResultFacts result={result} />
        </div>
      </div>
      <div className="col-span-2 flex min-w-0 flex-col gap-3.5 sm:col-span-1 sm:col-start-2">
        <p className="leading-7 text-pretty wrap-anywhere">
          {result.excerptStart > 0 ? '… ' : null}
          <HighlightedText
            text={result.excerpt}
            spans={cardMarks(result, 'selftext')}
            textStart={result.excerptStart}
          />
          {goesOn ? ' …' : null}
        </p>
        <WhyLine signals={signals} />
        <ResultSignals signals={signals} />
      </div>
    </Card>
  )
}
