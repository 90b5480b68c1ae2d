import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { RenderedSearchCount } from '#web/features/search/use-allowance.ts'

type AppProps = {
  queryClient: QueryClient
  /** What the page was rendered with. */
  searchesToday: number
  /** The router, which is another one in the browser. */
  children: ReactNode
}

export function App({ queryClient, searchesToday, children }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RenderedSearchCount value={searchesToday}>{children}</RenderedSearchCount>
      </QueryClientProvider>
    </StrictMode>
  )
}
