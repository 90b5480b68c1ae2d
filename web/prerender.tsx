import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { ShellWaiting } from '#web/features/site/shell-waiting.tsx'
import { makeQueryClient } from './query-client.ts'
import { PageRoutes } from './router.tsx'

async function draw(node: ReactNode): Promise<string> {
  const { prelude } = await prerender(node, {
    // A page that cannot be drawn ends the build; nothing is sent in pieces, which would need scripts.
    onError: (error) => {
      throw error
    },
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  return new Response(prelude).text()
}

/** The markup of a page as a visitor sees it, drawn when the front end is built. */
export function prerenderPage(path: string): Promise<string> {
  return draw(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <StaticRouter location={path}>
          <PageRoutes />
        </StaticRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** The markup of every other page until its code has come. */
export function prerenderShell(): Promise<string> {
  return draw(<ShellWaiting />)
}

export { builtPages } from '#web/features/site/built-pages.ts'
