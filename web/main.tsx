import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { seemsSignedIn } from '#web/features/accounts/signed-in-hint.ts'
import { makeQueryClient } from './query-client.ts'
import { Router } from './router.tsx'

const root = document.getElementById('root')
if (root) {
  const app = (
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <Router />
      </QueryClientProvider>
    </StrictMode>
  )
  // A built page was drawn for a visitor: it comes to life as it stands, unless somebody has signed in since.
  if (root.hasChildNodes() && !root.dataset.shell && !seemsSignedIn()) hydrateRoot(root, app)
  else createRoot(root).render(app)
}
