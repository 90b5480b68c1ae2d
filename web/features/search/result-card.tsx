import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import type { ReactNode } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { ResultActions } from '#web/features/results/result-actions.tsx'
import { Card } from '#web/ui/card.tsx'
import { AlsoPosted } from './also-posted.tsx'
import { cardMarks, foundSignals } from './explain-result.ts'
import { HighlightedText } from './highlighted-text.tsx'
import { OpportunityBadge } from './opportunity-badge.tsx'
import { ResultFacts } from './result-facts.tsx'
import { ResultPoints } from './result-points.tsx'
import { ResultSignals } from './result-signals.tsx'
import { WhyLine } from './why-line.tsx'

/** One post of an answer, with everything that explains its score. */
export function ResultCard({ result, children }: { result: SearchResult; children?: ReactNode }) {
  const signals = foundSignals(result)
  return (
    <Card className="grid min-w-0 grid-cols-[auto_1fr] gap-x-4 gap-y-3.5 p-4 sm:gap-x-6 sm:p-6">
      <div className="sm:row-span-2">
        <OpportunityBadge score={result.opportunityScore} />
      </div>
      <div className="min-w-0">
        <ResultTitle result={result} />
        <div className="mt-1.5">
          <ResultFacts result={result} />
          <AlsoPosted places={result.alsoPostedIn} />
        </div>
      </div>
      <div className="col-span-2 flex min-w-0 flex-col gap-3.5 sm:col-span-1 sm:col-start-2">
        <ResultExcerpt result={result} />
        <KeywordPassages result={result} />
        <WhyLine signals={signals} />
        <ResultSignals signals={signals} />
        <ResultPoints result={result} />
        {children}
        <ResultActions result={result} />
      </div>
    </Card>
  )
}

function ResultTitle({ result }: { result: SearchResult }) {
  const spans = cardMarks(result, 'title')
  const title = <HighlightedText text={result.title} spans={spans} />
  const isLink = result.url !== null && /^https?:\/\//iu.test(result.url)
  return (
    <h3 className="text-lg leading-7 font-semibold tracking-tight text-pretty wrap-anywhere" dir="auto">
      {isLink ? (
        <a
          href={result.url ?? undefined}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="decoration-line-strong decoration-1 underline-offset-4 hover:underline"
        >
          {title}
          <ArrowUpRight aria-hidden="true" className="ml-1 inline size-4 align-baseline text-ink-soft" />
          <span className="sr-only"> (opens the discussion in a new tab)</span>
        </a>
      ) : (
        title
      )}
    </h3>
  )
}

function ResultExcerpt({ result }: { result: SearchResult }) {
  if (result.excerpt.trim() === '') return null
  const spans = cardMarks(result, 'selftext')
  const goesOn = result.excerptStart + result.excerpt.length < result.textCharacters
  return (
    <p className="leading-7 text-pretty wrap-anywhere" dir="auto">
      {result.excerptStart > 0 ? '… ' : null}
      <HighlightedText text={result.excerpt} spans={spans} textStart={result.excerptStart} plain reachable />
      {goesOn ? ' …' : null}
    </p>
  )
}

/** The keyword where title and excerpt do not show it. */
function KeywordPassages({ result: { keywordPassages = [], textCharacters } }: { result: SearchResult }) {
  return keywordPassages.map(({ text, start }) => (
    <p key={start} className="text-sm leading-6 text-pretty wrap-anywhere text-ink-soft" dir="auto">
      <span className="sr-only">Further words you searched for: </span>
      {start > 0 ? '… ' : null}
      <HighlightedText text={text} spans={[]} textStart={start} plain />
      {start + text.length < textCharacters ? ' …' : null}
    </p>
  ))
}
