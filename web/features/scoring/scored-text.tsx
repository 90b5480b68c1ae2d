import { CueList } from '#web/features/results/cue-list.tsx'
import { EvidenceLegend } from '#web/features/results/evidence-legend.tsx'
import { EvidenceTooltip } from '#web/features/results/evidence-tooltip.tsx'
import { HighlightedText } from '#web/features/results/highlighted-text.tsx'
import { OpportunityBadge } from '#web/features/results/opportunity-badge.tsx'
import { ResultPoints } from '#web/features/results/result-points.tsx'
import { ScoreBar } from '#web/features/results/score-bar.tsx'
import { StrongestReasons } from '#web/features/results/strongest-reasons.tsx'
import { Card } from '#web/ui/card.tsx'
import type { PastedResult } from './pasted-result.ts'
import { ScrollBox } from './scroll-box.tsx'

export function ScoredText({ result, textLabel }: { result: PastedResult; textLabel: string }) {
  const spansOf = (field: string) => result.evidence.filter((span) => span.field === field)
  return (
    <EvidenceTooltip>
      <Card className="flex flex-col gap-4 p-4 sm:p-6">
        <div className="flex gap-4 sm:gap-6">
          <OpportunityBadge score={result.opportunityScore} />
          <div className="min-w-0 flex-1">
            <p
              className="text-lg leading-7 font-semibold tracking-tight text-pretty wrap-anywhere"
              dir="auto"
            >
              {result.title.trim() === '' ? (
                <span className="text-ink-soft">No title</span>
              ) : (
                <HighlightedText text={result.title} spans={spansOf('title')} reachable />
              )}
            </p>
            <p className="mt-1 text-sm text-ink-soft">
              Persona: <bdi>{result.persona}</bdi>
            </p>
          </div>
        </div>
        {result.excerpt.trim() === '' ? null : (
          <ScrollBox label={textLabel} className="max-h-96 overflow-y-auto rounded-control">
            <p className="leading-7 wrap-anywhere whitespace-pre-wrap" dir="auto">
              <HighlightedText text={result.excerpt} spans={spansOf('selftext')} reachable />
            </p>
          </ScrollBox>
        )}
        <EvidenceLegend />
        <StrongestReasons result={result} />
        <ScoreBar result={result} />
        <ResultPoints result={result} />
        <CueList result={result} scorerVersion={result.scorerVersion} />
      </Card>
    </EvidenceTooltip>
  )
}
