import './styles.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { UnreachableError } from '#web/api-client.ts'
import { App, makeQueryClient } from './app.tsx'
import { seemsSignedIn } from './current-user-cache.ts'
import type { SearchOutcome } from './features/results/search-outcome.ts'
import { keepFocus } from './keep-focus.ts'
import { Router } from './router.tsx'

const queryClient = makeQueryClient()

/**
 * Refetches the results that a page was rendered with, and their brief. Returns false if the results no
 * longer exist. Throws UnreachableError, so that the page stays as it is when offline.
 */
async function refetchRenderedResults(session: string): Promise<boolean> {
  // Only the home page needs these modules, and its code is loaded already.
  const [{ savedResultsQuery }, { briefQuery }] = await Promise.all([
    import('#web/features/search/use-search.ts'),
    import('#web/features/results/use-brief.ts'),
  ])
  const query = savedResultsQuery(session)
  await queryClient.prefetchQuery(query)
  const state = queryClient.getQueryState<SearchOutcome>(query.queryKey)
  if (state?.error instanceof UnreachableError) throw state.error
  if (state?.data === undefined) return false
  await queryClient.prefetchQuery(briefQuery(session, state.data.results.length))
  return true
}

/** Renders the app into the page, or hydrates the server's markup. Throws UnreachableError. */
async function startApp(root: HTMLElement): Promise<void> {
  const { shell, session, searches = '0' } = root.dataset
  const app = (
    <App queryClient={queryClient} searchesToday={Number(searches)}>
      <Router />
    </App>
  )
  // Pages are prerendered for visitors, so they are hydrated only if nobody is signed in.
  const isRendered = root.hasChildNodes() && !shell && !seemsSignedIn()
  if (isRendered && (session === undefined || (await refetchRenderedResults(session)))) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

const root = document.getElementById('root')
if (root) {
  keepFocus()
  startApp(root).catch((error: unknown) => {
    if (window.eventReplay === undefined) throw error
    window.eventReplay.fail()
  })
}
