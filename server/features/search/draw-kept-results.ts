import { savedResultsEndpoint } from '#contract/search.ts'
import { AppError } from '#server/errors.ts'
import type { ResultsDrawer } from '#server/results-drawer.ts'
import { dayStart } from './allowance-rules.ts'
import type { RateWindow } from './rate-window.ts'
import { type ReadBrief, readBrief } from './read-brief.ts'
import { readSavedResults } from './read-saved-results.ts'
import type { SearchStore, Visitor } from './search-store.ts'

export type DrawKeptResults = ReadBrief & {
  store: Pick<SearchStore, 'findSavedSearch' | 'findSearchesToday'>
  drawResults: ResultsDrawer
  /** Drawing takes the processor: beyond so many a minute the browser draws by itself. */
  mayDraw: RateWindow
}

type Asked = { address: string; session: string; visitor: Visitor }

/** The results of an earlier search as a visitor sees them, drawn. Throws as `readSavedResults` does. */
export async function drawKeptResults(deps: DrawKeptResults, { address, session, visitor }: Asked) {
  const { sessionToken } = savedResultsEndpoint.params.parse({ sessionToken: session })
  if (sessionToken === '') throw new AppError('results_expired', 'No results have such an address')
  if (!deps.mayDraw(visitor.address)) throw new AppError('too_many_attempts', 'Too many results were drawn')
  const reader = { kind: 'visitor' as const, ...visitor }
  const [reply, brief, { byVisitor }] = await Promise.all([
    readSavedResults(deps, reader, sessionToken),
    readBrief(deps, reader, sessionToken),
    deps.store.findSearchesToday(visitor, dayStart(deps.clock())),
  ])
  const drawn = await deps.drawResults({ address, session, reply, brief, searchesToday: byVisitor })
  return { ...drawn, searchesToday: byVisitor }
}
