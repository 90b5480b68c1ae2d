import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { lazyComponent } from '#web/lazy-component.ts'
import { useCurrentUser } from '#web/use-current-user.ts'
import { SearchPage } from './search-page.tsx'

const LandingPage = lazyComponent(() => import('./landing-page.tsx'), 'LandingPage')
const LandingSections = lazyComponent(
  () => import('#web/features/landing/landing-sections.tsx'),
  'LandingSections',
)

/** The search for who is signed in, or seems to be; for visitors, what the product is as well. */
export function HomePage() {
  const { user, expected } = useCurrentUser()
  const [params] = useSearchParams()
  // Who comes to read results waits for nothing else. Decided once: another page here would lose the search.
  const [cameForResults] = useState(params.has('session'))
  if (user !== null || expected) return <SearchPage />
  if (!cameForResults) return <LandingPage />
  return (
    <SearchPage
      welcome={
        <Suspense>
          <LandingSections />
        </Suspense>
      }
    />
  )
}
