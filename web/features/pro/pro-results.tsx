import { useCallback, useDeferredValue, useMemo } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { ResultsWorkbench } from '#web/features/results/results-workbench.tsx'
import type { SearchOutcome } from '#web/features/results/search-outcome.ts'
import { useAddress } from '#web/features/results/tool-address.ts'
import { ProAnalysis } from './pro-analysis.tsx'
import { ProControls } from './pro-controls.tsx'
import { defaultView, type ResultView, readView, sortMessage, viewResults, writeView } from './result-view.ts'

const analysis = (result: SearchResult) => <ProAnalysis result={result} />
const withoutView = (address: URLSearchParams) => writeView(address, defaultView)

/** The results of a search as a Pro person works with them. The view lives in the address. */
export function ProResults({ outcome, briefOf }: { outcome: SearchOutcome; briefOf: number }) {
  const { results } = outcome
  const [params, setParams] = useAddress()
  // As text, so that it stays the same while only other parts of the address change.
  const chosen = writeView(new URLSearchParams(), readView(params)).toString()
  const view = useMemo(() => readView(new URLSearchParams(chosen)), [chosen])
  // The controls move at once; the rows, of which there may be many, follow.
  const asked = useDeferredValue(view)
  const fit = useMemo(() => viewResults(results, asked), [results, asked])
  const change = useCallback(
    (next: ResultView) => setParams((before) => writeView(before, next), { replace: true }),
    [setParams],
  )
  const controls = useMemo(
    () => <ProControls results={results} view={view} onChange={change} />,
    [results, view, change],
  )
  return (
    <ResultsWorkbench
      outcome={outcome}
      briefOf={briefOf}
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
