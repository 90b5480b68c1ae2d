import './styles.css'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { forgetUser, isSessionOver } from '#web/features/accounts/current-user-cache.ts'
import { Router } from './router.tsx'

// A session that ended in the middle of something is noticed wherever it shows first.
const onError = (error: Error) => {
  if (isSessionOver(error)) forgetUser(queryClient)
}

// Nothing goes stale, refetches or retries by itself: a search costs one of few, and results do not change.
const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router />
      </QueryClientProvider>
    </StrictMode>,
  )
}
