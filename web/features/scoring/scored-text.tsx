import { type PastedPost, type ScoreReply, scoreEndpoint } from '#contract/scoring.ts'
import { callEndpoint } from '#web/api-client.ts'
import {
  EvidenceLegend,
  EvidenceTooltip,
  HighlightedText,
  marksOf,
} from '#web/features/results/highlighted-text.tsx'
import { OpportunityBadge } from '#web/features/results/opportunity-badge.tsx'
import {
  CueList,
  ScoreBar,
  ScoreBreakdown,
  StrongestReasons,
} from '#web/features/results/score-breakdown.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ScrollBox } from './scroll-box.tsx'

/** A whole post that is not a search result: pasted text, the worked example, or a row of own material. */
export type ScoredPost = PastedPost & ScoreReply

export function ScoredText({ post, textLabel }: { post: ScoredPost; textLabel: string }) {
  const result = { ...post, excerpt: post.selftext, excerptStart: 0 }
  return (
    <EvidenceTooltip>
      <Card
        data-reading=""
        className="flex flex-col gap-4 p-4 sm:p-6 [&_[data-start]:focus]:outline-2 [&_[data-start]:focus]:outline-offset-1 [&_[data-start]:focus]:outline-accent"
      >
        <div className="flex gap-4 sm:gap-6">
          <OpportunityBadge score={result.opportunityScore} />
          <div className="min-w-0 flex-1">
            <p
              data-field="title"
              className="text-lg leading-7 font-semibold tracking-tight text-pretty wrap-anywhere"
              dir="auto"
            >
              {result.title.trim() === '' ? (
                <span className="text-ink-soft">No title</span>
              ) : (
                <HighlightedText text={result.title} spans={marksOf(result.evidence, 'title')} reachable />
              )}
            </p>
            <p className="mt-1 text-sm text-ink-soft">
              Persona: <bdi>{result.persona}</bdi>
            </p>
          </div>
        </div>
        {result.excerpt.trim() === '' ? null : (
          <ScrollBox label={textLabel} className="max-h-96 overflow-y-auto rounded-control">
            <p data-field="selftext" className="leading-7 wrap-anywhere whitespace-pre-wrap" dir="auto">
              <HighlightedText text={result.excerpt} spans={marksOf(result.evidence, 'selftext')} reachable />
            </p>
          </ScrollBox>
        )}
        <EvidenceLegend />
        <StrongestReasons result={result} />
        <ScoreBar result={result} />
        <Disclosure title={`How the ${result.opportunityScore} points add up`}>
          <h3 className="sr-only">The sum</h3>
          <ScoreBreakdown result={result} />
        </Disclosure>
        <CueList result={result} scorerVersion={result.scorerVersion} />
      </Card>
    </EvidenceTooltip>
  )
}

export const scorePasted = async (post: PastedPost): Promise<ScoredPost> => ({
  ...post,
  ...(await callEndpoint(scoreEndpoint, { body: post })),
})
