import { savedResultsEndpoint } from '#contract/search.ts'
import { AppError } from '#server/errors.ts'
import type { ResultsRenderer } from '#server/results-renderer.ts'
import { dayStart } from './allowance-rules.ts'
import type { RateWindow } from './rate-window.ts'
import { type ReadBrief, readBrief } from './read-brief.ts'
import { readSavedResults } from './read-saved-results.ts'
import type { SearchStore, Visitor } from './search-store.ts'

export type RenderSavedResults = ReadBrief & {
  store: Pick<SearchStore, 'findSavedSearch' | 'findSearchesToday'>
  renderResults: ResultsRenderer
  /** Drawing takes the processor: beyond so many a minute the browser draws by itself. */
  mayRender: RateWindow
}

type Asked = { address: string; session: string; visitor: Visitor }

/** The results of an earlier search as a visitor sees them, drawn. Throws as `readSavedResults` does. */
export async function renderSavedResults(deps: RenderSavedResults, { address, session, visitor }: Asked) {
  const { sessionToken } = savedResultsEndpoint.params.parse({ sessionToken: session })
  if (sessionToken === '') throw new AppError('results_expired', 'No results have such an address')
  if (!deps.mayRender(visitor.address)) throw new AppError('too_many_attempts', 'Too many results were drawn')
  const reader = { kind: 'visitor' as const, ...visitor }
  const [reply, brief, { byVisitor }] = await Promise.all([
    readSavedResults(deps, reader, sessionToken),
    readBrief(deps, reader, sessionToken),
    deps.store.findSearchesToday(visitor, dayStart(deps.clock())),
  ])
  const drawn = await deps.renderResults({ address, session, reply, brief, searchesToday: byVisitor })
  return { ...drawn, searchesToday: byVisitor }
}
