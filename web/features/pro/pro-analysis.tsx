import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import type { EnhancedPersona, SearchResult } from '#contract/search.ts'
import { AdvancedScores, scoreMeanings } from './advanced-scores.tsx'

const mostTools = 4

/** What Pro adds to a post: the market as its text tells it, and who has the problem. */
export function ProAnalysis({ result, open = false }: { result: SearchResult; open?: boolean }) {
  const { advancedScore, enhancedPersona } = result
  if (advancedScore === undefined || enhancedPersona === undefined) return null
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <AdvancedScores scores={advancedScore} />
      <details open={open} className="group text-sm leading-6">
        <summary className="inline-flex items-center gap-1.5 rounded-control py-1.5 pr-2 font-medium text-ink select-none hover:text-accent">
          <ChevronDown
            aria-hidden="true"
            className="size-4 -rotate-90 text-ink-soft transition-transform group-open:rotate-0"
          />
          Pro Analysis
        </summary>
        <div className="mt-2 grid gap-x-10 gap-y-6 sm:grid-cols-2">
          <div className="min-w-0">
            <h4 className="font-semibold">Market analysis</h4>
            <ul className="mt-1.5 flex flex-col gap-1.5 text-pretty wrap-anywhere text-ink-soft">
              {advancedScore.breakdown.map((line) => (
                <MarketLine key={line} line={line} />
              ))}
            </ul>
          </div>
          <TargetCustomer persona={enhancedPersona} />
        </div>
        <p className="mt-5 text-pretty text-ink-soft">{scoreMeanings}</p>
      </details>
    </div>
  )
}

/** "Market timing 83: written in May" with what it is about set apart. */
function MarketLine({ line }: { line: string }) {
  const end = line.indexOf(':') + 1
  return (
    <li>
      <span className="font-medium text-ink">{line.slice(0, end)}</span>
      {line.slice(end)}
    </li>
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
