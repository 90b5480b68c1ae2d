import { clsx } from 'clsx'
import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react'
import type { AdvancedScore, EnhancedPersona, SearchResult } from '#contract/search.ts'
import { ResultsWorkbench } from '#web/features/results/results-workbench.tsx'
import type { SearchOutcome } from '#web/features/results/search-outcome.ts'
import { useAddress } from '#web/features/results/tool-address.ts'
import type { BriefQuery } from '#web/features/results/use-brief.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ProControls } from './pro-controls.tsx'
import { defaultView, type ResultView, readView, sortMessage, viewResults, writeView } from './result-view.ts'

const analysis = (result: SearchResult) => <ProAnalysis result={result} />
const withoutView = (address: URLSearchParams) => writeView(address, defaultView)

export function ProResults({ outcome, brief }: { outcome: SearchOutcome; brief: BriefQuery }) {
  const { results } = outcome
  const [params, setParams] = useAddress()
  // A string, so that `view` is computed again only if its part of the URL has changed.
  const chosen = writeView(new URLSearchParams(), readView(params)).toString()
  const view = useMemo(() => readView(new URLSearchParams(chosen)), [chosen])
  // The controls update at once; the rows, of which there may be many, are deferred.
  const asked = useDeferredValue(view)
  const fit = useMemo(() => viewResults(results, asked), [results, asked])
  const change = useCallback(
    (next: ResultView) => setParams((before) => writeView(before, next)),
    [setParams],
  )
  const controls = useMemo(
    () => <ProControls results={results} view={view} onChange={change} />,
    [results, view, change],
  )
  return (
    <ResultsWorkbench
      outcome={outcome}
      brief={brief}
      fit={fit}
      order={sortMessage(asked.sort)}
      leastScore={view.leastScore}
      controls={controls}
      wishes={new URLSearchParams(chosen).size}
      reordered={asked.sort !== 'best'}
      more={analysis}
      reset={withoutView}
    />
  )
}

const mostTools = 4

const parts: [key: Exclude<keyof AdvancedScore, 'breakdown'>, label: string][] = [
  ['overallScore', 'Overall'],
  ['saasViability', 'SaaS viability'],
  ['marketTiming', 'Market timing'],
  ['buildComplexity', 'Build complexity'],
  ['competitiveLandscape', 'Competitive landscape'],
]

const scoreMeanings =
  'All numbers are 0-100. Higher is better, except for build complexity, where higher means harder to build. A high competitive landscape means little competition: the post names few existing products.'

function ProAnalysis({ result }: { result: SearchResult }) {
  const { advancedScore, enhancedPersona } = result
  if (advancedScore === undefined || enhancedPersona === undefined) return null
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <dl aria-label="Advanced scores" className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {parts.map(([key, label]) => (
          <Score key={key} label={label} value={advancedScore[key]} overall={key === 'overallScore'} />
        ))}
      </dl>
      <Disclosure title="Pro Analysis" open className="leading-6">
        <div className="mt-2 grid gap-x-10 gap-y-6 sm:grid-cols-2">
          <div className="min-w-0">
            <h4 className="font-semibold">Market analysis</h4>
            <ul className="mt-1.5 flex flex-col gap-1.5 text-pretty wrap-anywhere text-ink-soft">
              {advancedScore.breakdown.map((line) => {
                // In a line such as "Market timing 83: written in May", the name before the colon stands out.
                const end = line.indexOf(':') + 1
                return (
                  <li key={line}>
                    <span className="font-medium text-ink">{line.slice(0, end)}</span>
                    {line.slice(end)}
                  </li>
                )
              })}
            </ul>
          </div>
          <TargetCustomer persona={enhancedPersona} />
        </div>
        <p className="mt-5 text-pretty text-ink-soft">{scoreMeanings}</p>
      </Disclosure>
    </div>
  )
}

function TargetCustomer({ persona }: { persona: EnhancedPersona }) {
  const { industryClassification: industry, companySize, painPointAnalysis: pain } = persona
  const confidence = industry.confidence > 0 ? ` (${industry.confidence}% sure)` : ''
  const paying = pain.willingnessToPay > 0 ? `${pain.willingnessToPay}%` : 'Not stated'
  return (
    <div className="min-w-0">
      <h4 className="font-semibold">Target customer analysis</h4>
      <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 wrap-anywhere">
        <Fact name="Industry" cited={industry.evidence}>
          {industry.primaryIndustry}
          {confidence}
        </Fact>
        <Fact name="Company size" cited={companySize.evidence}>
          {companySize.category}
        </Fact>
        <Fact name="Urgency">{pain.urgency}</Fact>
        <Fact name="Frequency">{pain.frequency}</Fact>
        <Fact name="Willingness to pay" cited={persona.budgetSignals}>
          {paying}
        </Fact>
        <Fact name="Tools named">
          {persona.techStackSignals.slice(0, mostTools).join(', ') || 'Not stated'}
        </Fact>
      </dl>
    </div>
  )
}

type FactProps = { name: string; cited?: readonly string[]; children: ReactNode }

function Fact({ name, cited = [], children }: FactProps) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd>
        {children}
        {cited.length === 0 ? null : (
          <span className="text-ink-soft">
            {' '}
            from{' '}
            {cited
              .slice(0, 3)
              .map((words) => `“${words}”`)
              .join(', ')}
          </span>
        )}
      </dd>
    </>
  )
}

function Score({ label, value, overall }: { label: string; value: number; overall: boolean }) {
  return (
    <div
      className={clsx(
        'flex flex-col rounded-control px-3 pt-2 pb-2.5',
        overall ? 'col-span-2 bg-accent-soft text-on-accent-soft sm:col-span-1' : 'bg-sunken',
      )}
    >
      <dt className={clsx('text-xs leading-5', overall ? 'font-medium' : 'text-ink-soft')}>{label}</dt>
      <dd className="flex flex-col gap-1.5">
        <span className="text-lg leading-6 font-semibold tabular-nums">{value}</span>
        <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-line">
          <span
            className={clsx('block h-full rounded-full', overall ? 'bg-accent' : 'bg-line-strong')}
            style={{ width: `${value}%` }}
          />
        </span>
      </dd>
    </div>
  )
}
