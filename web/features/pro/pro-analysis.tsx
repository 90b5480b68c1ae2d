import type { ReactNode } from 'react'
import type { AdvancedScore, EnhancedPersona, SearchResult } from '#contract/search.ts'
import { Badge } from '#web/ui/badge.tsx'

const mostTools = 4

/** The five numbers of a Pro answer, each with what a high one means. */
const parts: [key: Exclude<keyof AdvancedScore, 'breakdown'>, label: string, high: string][] = [
  ['overallScore', 'Overall', 'the better the opportunity'],
  ['saasViability', 'SaaS viability', 'the better subscription software fits'],
  ['marketTiming', 'Market timing', 'the more recent and urgent'],
  ['buildComplexity', 'Build complexity', 'the harder to build'],
  ['competitiveLandscape', 'Open field', 'the fewer products named that serve it'],
]

/** What Pro adds to a post: the market as its text tells it, and who has the problem. */
export function ProAnalysis({ result }: { result: SearchResult }) {
  const { advancedScore, enhancedPersona } = result
  if (advancedScore === undefined || enhancedPersona === undefined) return null
  return (
    <section aria-label="Pro Analysis" className="flex flex-col gap-3 border-t border-line pt-3.5">
      <ul aria-label="Advanced scores" className="flex flex-wrap gap-2">
        {parts.map(([key, label, high]) => (
          <li key={key} title={`0 to 100: the higher, ${high}`}>
            <Badge variant={key === 'overallScore' ? 'default' : 'outline'}>
              {label} <span className="tabular-nums">{advancedScore[key]}</span>
            </Badge>
          </li>
        ))}
      </ul>
      <details className="text-sm">
        <summary className="w-fit rounded-control py-1 font-medium select-none hover:text-accent">
          Pro Analysis
        </summary>
        <div className="mt-2 grid gap-x-8 gap-y-5 sm:grid-cols-2">
          <div className="min-w-0">
            <h4 className="font-semibold">Market analysis</h4>
            <ul className="mt-1.5 flex flex-col gap-1.5 text-pretty wrap-anywhere text-ink-soft">
              {advancedScore.breakdown.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <TargetCustomer persona={enhancedPersona} />
        </div>
      </details>
    </section>
  )
}

function TargetCustomer({ persona }: { persona: EnhancedPersona }) {
  const { industryClassification: industry, companySize, painPointAnalysis: pain } = persona
  const confidence = industry.confidence > 0 ? ` (${industry.confidence}% sure)` : ''
  const paying = pain.willingnessToPay > 0 ? `${pain.willingnessToPay}%` : 'Not stated'
  return (
    <div className="min-w-0">
      <h4 className="font-semibold">Target customer analysis</h4>
      <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 wrap-anywhere">
        <Fact name="Industry" cited={industry.evidence}>
          {industry.primaryIndustry}
          {confidence}
        </Fact>
        <Fact name="Company size" cited={companySize.evidence}>
          {companySize.category}
        </Fact>
        <Fact name="Urgency">{pain.urgency}</Fact>
        <Fact name="Frequency">{pain.frequency}</Fact>
        <Fact name="Would pay" cited={persona.budgetSignals}>
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
