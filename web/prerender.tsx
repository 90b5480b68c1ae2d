import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { makeQueryClient } from './query-client.ts'
import { PageRoutes } from './router.tsx'

/** The markup of a page as a visitor sees it, drawn when the front end is built. */
export async function prerenderPage(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <StaticRouter location={path}>
          <PageRoutes />
        </StaticRouter>
      </QueryClientProvider>
    </StrictMode>,
    {
      // A page that cannot be drawn ends the build; nothing is sent in pieces, which would need scripts.
      onError: (error) => {
        throw error
      },
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  )
  return new Response(prelude).text()
}

export { builtPages } from '#web/features/site/built-pages.ts'
