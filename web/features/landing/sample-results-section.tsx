import { clsx } from 'clsx'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { type SignalGroup, signalGroup, strongestReason } from '#web/features/results/explain-result.ts'
import { EvidenceLegend, EvidenceTooltip, HighlightedText } from '#web/features/results/highlighted-text.tsx'
import { OpportunityBadge, opportunityBands } from '#web/features/results/opportunity-badge.tsx'
import { ResultFacts } from '#web/features/results/result-facts.tsx'
import { Points } from '#web/features/results/score-breakdown.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { LandingSection } from './landing-section.tsx'
import samples from './sample-results.json'

/** Examples: a strong post, a promising one, and an advertisement that the scorer detects. */
export function SampleResultsSection() {
  return (
    <LandingSection
      title="What a search gives you"
      lead="The post, its author’s role, and the reasons for its score. An advertisement worded like a need loses points, and you see which words caused it."
    >
      <p className="mb-5 flex items-center gap-2.5 text-sm text-ink-soft">
        <FlaskConical aria-hidden="true" className="size-4 shrink-0" />
        Sample posts written for this product, scored by version {samplesScoredBy}.
      </p>
      <EvidenceTooltip>
        <ol aria-label="Samples" className="flex flex-col gap-4">
          {sampleResults.slice(0, 3).map((result) => (
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

function SampleCard({ result }: { result: SearchResult }) {
  const signals = result.signals.map((signal) => signalGroup(result, signal))
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

const mostCardMarks = 16

/** The sentences to highlight in one text of a card. Only the strongest sentences of the whole post count. */
export function cardMarks({ evidence }: Pick<SearchResult, 'evidence'>, field: 'title' | 'selftext') {
  return evidence.filter((span, at) => span.field === field && at < mostCardMarks && span.points !== 0)
}

const signalsNamed = 2

/** The hint in a card: the first two signals of the post, each with its best sentence. */
function WhyLine({ signals }: { signals: readonly SignalGroup[] }) {
  const named = signals.filter(({ points }) => points !== 0).slice(0, signalsNamed)
  return (
    <p className="text-sm leading-6 text-pretty wrap-anywhere">
      <span className="font-semibold">Why: </span>
      {named.length === 0 ? 'no signal of a need stands out' : null}
      {named.map((group, index) => {
        const reason = strongestReason(group)
        return (
          <span key={group.signal}>
            {index > 0 ? ', ' : null}
            {group.points < 0 ? `${group.label} counts against it` : group.label}
            {reason === undefined ? null : (
              <span className="text-ink-soft">
                {' '}
                (<bdi>“{reason.text}”</bdi>)
              </span>
            )}
          </span>
        )
      })}
    </p>
  )
}

function ResultSignals({ signals }: { signals: readonly SignalGroup[] }) {
  const counted = signals.filter(({ points }) => points !== 0)
  if (counted.length === 0) return null
  return (
    <ul aria-label="Signals" className="flex flex-wrap gap-1.5">
      {counted.map(({ signal, label, points }) => (
        <li
          key={signal}
          className={clsx(
            'inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-xs leading-5 font-medium',
            points < 0 ? 'border-dashed border-against-line' : 'border-line',
          )}
        >
          {label}
          <Points value={points} />
        </li>
      ))}
    </ul>
  )
}

function ReadingGuide() {
  return (
    <section aria-labelledby="reading-guide" className="border-t border-line pt-10">
      <h2 id="reading-guide" className="text-xl font-semibold tracking-tight">
        How to read the results
      </h2>
      <div className="mt-6 grid gap-8 md:grid-cols-3">
        <Step title="A score from 0 to 100">
          <p>How much a post shows a need that software could meet, described by somebody who has it.</p>
          <ul className="mt-4 flex flex-col items-start gap-2">
            {opportunityBands.map((band) => (
              <li key={band.word} className="flex items-center gap-2.5">
                <Badge variant={band.variant}>{band.word}</Badge>
                <span className="text-sm text-ink-soft tabular-nums">{band.range}</span>
              </li>
            ))}
          </ul>
        </Step>
        <Step title="The sentences that earned it">
          <p>
            Sentences of the post add or subtract points. Each is highlighted in the text, with its signal and
            its points.
          </p>
          <div className="mt-4">
            <EvidenceLegend />
          </div>
        </Step>
        <Step title="The post itself">
          <p>
            Community, persona, upvotes and the link to the discussion, so that you can read it and judge for
            yourself. You can download everything as CSV.
          </p>
        </Step>
      </div>
    </section>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <div className="mt-1.5 leading-7 text-pretty text-ink-soft">{children}</div>
    </div>
  )
}

/** Posts of the starter collection in the shape of search results, scored at build time. */
export const sampleResults = samples.results as SearchResult[]

const samplesScoredBy = samples.scorerVersion
