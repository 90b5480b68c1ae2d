import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import type { SavedResultsReply } from '#contract/search.ts'
import type { SearchBriefReply } from '#contract/search-brief.ts'
import type { SiteFacts } from '#contract/site-facts.ts'
import { briefQuery } from '#web/features/results/use-brief.ts'
import { savedResultsQuery } from '#web/features/search/use-search.ts'
import { giveSiteFacts } from '#web/features/site/read-site-facts.ts'
import { pageTitle } from '#web/pages/search-page.tsx'
import { LogoMark } from '#web/ui/logo-mark.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { App, makeQueryClient } from './app.tsx'
import { PageRoutes } from './router.tsx'

async function renderMarkup(node: ReactNode): Promise<string> {
  const failures: unknown[] = []
  const { prelude } = await prerender(node, {
    onError: (error) => void failures.push(error),
    // The markup is sent as a whole, because streaming would need scripts.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  const markup = await new Response(prelude).text()
  // At build time, a rendering error fails the build. If results cannot be rendered, the browser renders them
  // instead.
  if (failures.length > 0) throw failures[0]
  return markup
}

/** The markup of a page as a visitor sees it, rendered at build time. */
export function prerenderPage(address: string, queryClient = makeQueryClient(), searchesToday = 0) {
  return renderMarkup(
    <App queryClient={queryClient} searchesToday={searchesToday}>
      <StaticRouter location={address}>
        <PageRoutes />
      </StaticRouter>
    </App>,
  )
}

/** The markup of a page that is not prerendered, until its code is loaded. */
export function prerenderShell(): Promise<string> {
  return renderMarkup(<ShellWaiting />)
}

type ResultsPage = {
  /** The requested path and query. */
  address: string
  sessionToken: string
  reply: SavedResultsReply
  brief: SearchBriefReply
  searchesToday: number
  facts: SiteFacts
}

/** Renders the saved results of a visitor's search to markup that the browser can hydrate. */
export async function renderResults(saved: ResultsPage) {
  const { address, sessionToken, reply, brief, searchesToday } = saved
  giveSiteFacts(saved.facts)
  const queryClient = makeQueryClient()
  queryClient.setQueryData(savedResultsQuery(sessionToken).queryKey, reply)
  queryClient.setQueryData(briefQuery(sessionToken, reply.results.length).queryKey, brief)
  const keyword = new URL(address, 'http://here').searchParams.get('q') ?? ''
  return {
    title: pageTitle(keyword || reply.keyword),
    markup: await prerenderPage(address, queryClient, searchesToday),
  }
}

export { builtPages } from '#web/features/site/built-pages.ts'

/** The shell until a page's code has loaded: the header and a skeleton. */
function ShellWaiting() {
  return (
    <div className="flex min-h-dvh flex-col noscript:hidden">
      <div className="border-b border-line bg-canvas">
        <div className="mx-auto flex h-16 max-w-5xl items-center px-4 in-[[data-results]]:max-w-[92rem] sm:px-6">
          <div className="flex items-center gap-2.5">
            <LogoMark className="size-8" />
            <span className="text-lg font-semibold tracking-tight">Unmet</span>
          </div>
        </div>
      </div>
      <div className="mx-auto w-full max-w-5xl flex-1 px-4 in-[[data-results]]:max-w-[92rem] sm:px-6">
        <PageSkeleton />
      </div>
    </div>
  )
}
