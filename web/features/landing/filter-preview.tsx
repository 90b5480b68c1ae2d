import { useState } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { signalLabel } from '#contract/signal-labels.ts'
import { ScoreFields, ViewChoices } from '#web/features/pro/pro-controls.tsx'
import { defaultView, type ResultView, viewResults } from '#web/features/pro/result-view.ts'
import { opportunityBand } from '#web/features/results/opportunity-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CallToAction, LandingSection } from './landing-section.tsx'
import { sampleResults } from './sample-results-section.tsx'

const mostShown = 6

/** The Pro controls on sample posts, with the same rules as on real results. */
export function FilterPreview() {
  const [view, setView] = useState<ResultView>(defaultView)
  const change = (part: Partial<ResultView>) => setView((before) => ({ ...before, ...part }))
  const shown = viewResults(sampleResults, view)
  return (
    <LandingSection
      title="Try the Pro controls"
      lead={`They filter ${sampleResults.length} sample posts here, with the same rules as for your results.`}
    >
      <p className="mb-4 hidden rounded-control bg-sunken px-4 py-3 text-sm noscript:block">
        The controls need JavaScript.
      </p>
      <Card className="grid lg:grid-cols-[20rem_minmax(0,1fr)]">
        <form
          aria-label="Filter preview"
          onSubmit={(event) => event.preventDefault()}
          className="flex flex-col gap-5 border-b border-line p-5 sm:p-6 lg:border-r lg:border-b-0"
        >
          <ScoreFields view={view} onChange={change} />
          <ViewChoices part="signals" results={sampleResults} view={view} onChange={change} />
          <ViewChoices part="personas" results={sampleResults} view={view} onChange={change} />
        </form>
        <div className="flex min-w-0 flex-col p-5 sm:p-6">
          <div className="flex min-h-9 items-center justify-between gap-4">
            <p aria-live="polite" className="text-sm text-ink-soft tabular-nums">
              {shown.length} of {sampleResults.length} posts match
            </p>
            <Button variant="quiet" disabled={view === defaultView} onClick={() => setView(defaultView)}>
              Reset
            </Button>
          </div>
          <PreviewList results={shown} />
          <div className="mt-auto pt-6">
            <CallToAction next="/subscribe" look={{ variant: 'primary', size: 'medium' }}>
              Use them on your searches
            </CallToAction>
          </div>
        </div>
      </Card>
    </LandingSection>
  )
}

function lineOf({ advancedScore, score, signals }: SearchResult): string {
  return [
    `Advanced ${advancedScore?.overallScore ?? 'not known'}`,
    score === null ? 'upvotes not known' : `${score} upvotes`,
    signals.map(signalLabel).slice(0, 3).join(', '),
  ].join(' · ')
}

function PreviewList({ results }: { results: readonly SearchResult[] }) {
  if (results.length === 0) {
    return <p className="py-6 text-ink-soft">No sample matches all filters. Lower a minimum, or reset.</p>
  }
  return (
    <>
      <ul aria-label="Matching samples" className="mt-2 flex flex-col divide-y divide-line">
        {results.slice(0, mostShown).map((result) => (
          <li key={result.id} className="flex items-start gap-4 py-3.5">
            <Badge
              variant={opportunityBand(result.opportunityScore).variant}
              className="mt-0.5 min-w-12 justify-center text-sm tabular-nums"
            >
              <span className="sr-only">Opportunity score </span>
              {result.opportunityScore}
            </Badge>
            <div className="min-w-0">
              <h3 className="leading-6 font-medium text-pretty wrap-anywhere">{result.title}</h3>
              <p className="mt-0.5 text-sm leading-6 text-ink-soft tabular-nums">{lineOf(result)}</p>
            </div>
          </li>
        ))}
      </ul>
      {results.length > mostShown ? (
        <p className="border-t border-line pt-3.5 text-sm text-ink-soft">
          and {results.length - mostShown} more
        </p>
      ) : null}
    </>
  )
}
