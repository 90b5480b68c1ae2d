import FlaskConical from 'lucide-react/icons/flask-conical'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { SourceCoverage, SourceProgress } from '#contract/search.ts'
import { describeCoverage, describeSearched } from '#web/features/results/coverage-messages.ts'
import { Callout } from '#web/ui/callout.tsx'
import { SourceProgressLines } from './source-progress.tsx'

type CoverageNoteProps = {
  coverage: readonly SourceCoverage[]
  /** The live sources of a search that is still under way, or just was. */
  live?: readonly SourceProgress[]
  /** What was searched is said elsewhere. */
  brief?: boolean
}

/** What was searched and how fresh it is; what failed and what is only sample stands out. */
export function CoverageNote({ coverage, live = [], brief = false }: CoverageNoteProps) {
  const own = coverage.filter((source) => source.source === 'archive')
  const searched = own.filter((source) => source.failed === null)
  const failed = own.filter((source) => source.failed !== null)
  const onlySamples = searched.some((source) => source.sample)
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {brief ? null : (
        <p className="text-sm text-pretty wrap-anywhere text-ink-soft tabular-nums">
          {searched.map(describeSearched).join(' ')}
        </p>
      )}
      <SourceProgressLines
        sources={live}
        coverage={coverage.filter((source) => source.source !== 'archive')}
      />
      {failed.length > 0 ? (
        <Callout tone="danger" icon={<TriangleAlert />}>
          <p>These results are not complete.</p>
          {failed.map((source) => (
            <p key={source.source} className="wrap-anywhere">
              {describeCoverage(source)}
            </p>
          ))}
        </Callout>
      ) : null}
      {onlySamples ? (
        <Callout tone="notice" icon={<FlaskConical />} className={brief ? 'py-1.5!' : ''}>
          <strong className="font-semibold">These are sample posts,</strong> written for this product. Import
          real ones in their place:{' '}
          <code className="rounded-md bg-surface px-1.5 py-0.5 font-mono text-[0.8125rem] sm:whitespace-nowrap">
            npm run archive:import -- FILE
          </code>
        </Callout>
      ) : null}
    </div>
  )
}
