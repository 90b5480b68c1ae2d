import { clsx } from 'clsx'
import { Check, FlaskConical, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { SourceCoverage, SourceProgress } from '#contract/search.ts'
import { Callout } from '#web/ui/callout.tsx'
import { describeCoverage, describeProgress, describeSearched } from './answer-messages.ts'
import { useToldOutages } from './told-outages.ts'

type CoverageNoteProps = {
  /** The id of the heading. */
  answer: string
  coverage: readonly SourceCoverage[]
  live: readonly SourceProgress[]
  /** Set if another part of the page already names the searched posts. */
  brief?: boolean
}

/** Shows what was searched and how recent it is. Failures and samples are highlighted. */
export function CoverageNote({ answer, coverage, live, brief = false }: CoverageNoteProps) {
  const told = useToldOutages(answer, coverage)
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
      <SourceLines lines={linesOf(live, coverage, told)} />
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
          <strong className="font-semibold">These are sample posts,</strong> written for this product.{' '}
          <span className={clsx(brief && 'max-sm:hidden')}>
            To import real posts:{' '}
            <code className="rounded-md bg-surface px-1.5 py-0.5 font-mono text-[0.8125rem] sm:whitespace-nowrap">
              npm run archive:import -- FILE
            </code>
          </span>
        </Callout>
      ) : null}
    </div>
  )
}

const icons = {
  asking: <LoaderCircle className="animate-spin text-ink-soft" />,
  answered: <Check className="text-on-accent-soft" />,
  failed: <TriangleAlert className="text-danger" />,
}

type Line = { source: string; state: keyof typeof icons; words: string }

/** A line for each live source. The coverage, once it arrives, changes the lines but not their order. */
function linesOf(
  sources: readonly SourceProgress[],
  coverage: readonly SourceCoverage[],
  told: ReadonlySet<string>,
): Line[] {
  const answered = coverage.filter(({ source }) => source !== 'archive')
  const covered = answered.map((one): Line => {
    const { source, failed } = one
    if (failed === null) return { source, state: 'answered', words: describeSearched(one) }
    // Only the first results that show an outage are marked as incomplete.
    const incomplete = told.has(source) ? '' : ' These results are not complete.'
    return { source, state: 'failed', words: `${describeCoverage(one)}.${incomplete}` }
  })
  const asked = sources.map((one): Line => ({ ...one, words: describeProgress(one) }))
  return [
    ...asked.map((line) => covered.find(({ source }) => source === line.source) ?? line),
    ...covered.filter(({ source }) => !sources.some((one) => one.source === source)),
  ]
}

function SourceLines({ lines }: { lines: readonly Line[] }) {
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
