import { useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { SearchResult } from '#contract/search.ts'
import { ResultsWorkbench } from '#web/features/results/results-workbench.tsx'
import type { SearchOutcome } from '#web/features/search/search-outcome.ts'
import { ProAnalysis } from './pro-analysis.tsx'
import { ProControls } from './pro-controls.tsx'
import { defaultView, type ResultView, readView, viewResults, writeView } from './result-view.ts'

const onCard = (result: SearchResult) => <ProAnalysis result={result} />
const inDrawer = (result: SearchResult) => <ProAnalysis result={result} open />
const withoutView = (address: URLSearchParams) => writeView(address, defaultView)

/** The results of a search as a Pro person works with them. The view lives in the address. */
export function ProResults({ outcome }: { outcome: SearchOutcome }) {
  const { results } = outcome
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  // The controls move at once; the cards, of which there may be many, follow.
  const asked = useDeferredValue(writeView(new URLSearchParams(), view).toString())
  const fit = useMemo(() => viewResults(results, readView(new URLSearchParams(asked))), [results, asked])
  const change = (next: ResultView) => setParams((before) => writeView(before, next), { replace: true })
  return (
    <ResultsWorkbench
      outcome={outcome}
      fit={fit}
      grouped={false}
      order={null}
      leastScore={view.leastScore}
      controls={<ProControls results={results} view={view} onChange={change} />}
      more={onCard}
      moreInDrawer={inDrawer}
      reset={withoutView}
    />
  )
}
