import { type SavedResultsReply, savedResultsEndpoint } from '#contract/search.ts'
import type { SearchBriefReply } from '#contract/search-brief.ts'
import type { RateWindow, Visitor } from '#server/actor.ts'
import { AppError } from '#server/errors.ts'
import { readSavedResults } from '#server/features/search/saved/read-saved-results.ts'
import { type ReadBrief, readBrief } from './read-brief.ts'

export type ResultsPage = {
  /** The requested path and query. */
  address: string
  sessionToken: string
  reply: SavedResultsReply
  brief: SearchBriefReply
  /** The number of searches that the visitor has made today. */
  searchesToday: number
}

/** The title as text, and the rest of the page as markup. */
export type RenderedResults = { title: string; markup: string }

/** The front end's code that renders saved results as a visitor sees them. */
export type ResultsRenderer = (saved: ResultsPage) => Promise<RenderedResults>

export interface RenderSavedResults extends ReadBrief {
  quota: { countToday(visitor: Visitor, now: Date): Promise<{ byVisitor: number }> }
  renderResults: ResultsRenderer
  /**
   * Limits rendering, because it costs CPU time. Beyond this rate, the browser renders the results instead.
   */
  mayRender: RateWindow
}

type Asked = { address: string; session: string; visitor: Visitor }

/** Renders the results of an earlier search for a visitor. Throws like `readSavedResults`. */
export async function renderSavedResults(deps: RenderSavedResults, { address, session, visitor }: Asked) {
  const { sessionToken } = savedResultsEndpoint.params.parse({ sessionToken: session })
  if (sessionToken === '') throw new AppError('results_expired', 'No results have such an address')
  if (!(await deps.mayRender(visitor.address)))
    throw new AppError('too_many_attempts', 'Too many results were rendered')
  const [reply, brief, { byVisitor }] = await Promise.all([
    readSavedResults(deps, visitor, sessionToken),
    readBrief(deps, visitor, sessionToken),
    deps.quota.countToday(visitor, deps.clock()),
  ])
  const rendered = await deps.renderResults({ address, sessionToken, reply, brief, searchesToday: byVisitor })
  return { ...rendered, searchesToday: byVisitor }
}
