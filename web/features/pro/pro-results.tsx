import { useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { SearchResult } from '#contract/search.ts'
import { EvidenceTooltip } from '#web/features/search/evidence-tooltip.tsx'
import { ResultCards } from '#web/features/search/result-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProAnalysis } from './pro-analysis.tsx'
import { ProControls } from './pro-controls.tsx'
import { defaultView, type ResultView, readView, viewResults, writeView } from './result-view.ts'

/** The results of a search as a Pro person works with them. The view lives in the address. */
export function ProResults({ results }: { results: readonly SearchResult[] }) {
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  // The controls move at once; the cards, of which there may be a hundred, follow.
  const asked = useDeferredValue(params.toString())
  const shown = useMemo(() => viewResults(results, readView(new URLSearchParams(asked))), [results, asked])
  const cards = useMemo(
    () => (
      <EvidenceTooltip>
        <ResultCards label="Results" results={shown} more={(result) => <ProAnalysis result={result} />} />
      </EvidenceTooltip>
    ),
    [shown],
  )
  const change = (next: ResultView) => setParams((before) => writeView(before, next), { replace: true })
  return (
    <div className="flex flex-col gap-5">
      <ProControls results={results} view={view} onChange={change} />
      <p role="status" className="text-sm text-ink-soft">
        Showing {shown.length} of {results.length} {results.length === 1 ? 'post' : 'posts'}
      </p>
      {shown.length > 0 ? (
        cards
      ) : (
        <div className="flex flex-col items-start gap-3 rounded-card border border-dashed border-line-strong p-6">
          <p>No result fits these filters.</p>
          <Button onClick={() => change(defaultView)}>Reset filters</Button>
        </div>
      )}
    </div>
  )
}
