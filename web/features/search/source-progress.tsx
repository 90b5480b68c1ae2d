import Check from 'lucide-react/icons/check'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { SourceCoverage, SourceProgress } from '#contract/search.ts'
import {
  describeCoverage,
  describeProgress,
  describeSearched,
} from '#web/features/results/coverage-messages.ts'

const icons = {
  asking: <LoaderCircle className="animate-spin text-ink-soft" />,
  answered: <Check className="text-on-accent-soft" />,
  failed: <TriangleAlert className="text-danger" />,
}

type Line = { source: string; state: keyof typeof icons; words: string }

/** A line for each live source, told by the coverage once that is there; the lines keep their places. */
function linesOf(sources: readonly SourceProgress[], coverage: readonly SourceCoverage[]): Line[] {
  const covered = coverage.map((one): Line => {
    if (one.failed !== null) {
      return {
        source: one.source,
        state: 'failed',
        words: `${describeCoverage(one)}. These results are not complete.`,
      }
    }
    return { source: one.source, state: 'answered', words: describeSearched(one) }
  })
  const asked = sources.map((one): Line => ({ ...one, words: describeProgress(one) }))
  return [
    ...asked.map((line) => covered.find(({ source }) => source === line.source) ?? line),
    ...covered.filter(({ source }) => !sources.some((one) => one.source === source)),
  ]
}

type SourceProgressLinesProps = { sources: readonly SourceProgress[]; coverage: readonly SourceCoverage[] }

/** How each live source is doing, and in the end what it searched and what it left out. */
export function SourceProgressLines({ sources, coverage }: SourceProgressLinesProps) {
  const lines = linesOf(sources, coverage)
  if (lines.length === 0) return null
  return (
    <ul aria-label="Live sources" aria-live="polite" className="flex flex-col gap-1 text-sm text-ink-soft">
      {lines.map(({ source, state, words }) => (
        <li key={source} className="flex min-w-0 gap-2 wrap-anywhere tabular-nums">
          <span aria-hidden="true" className="mt-0.5 shrink-0 [&>svg]:size-4">
            {icons[state]}
          </span>
          <span className="min-w-0 text-pretty">{words}</span>
        </li>
      ))}
    </ul>
  )
}
