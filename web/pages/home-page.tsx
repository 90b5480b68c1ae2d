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

/** The search for signed-in users (or those who seem to be); for visitors, also the product description. */
export function HomePage() {
  const { user, expected } = useCurrentUser()
  const [params] = useSearchParams()
  // Results load before anything else. The URL is read only once, because switching the page later would lose
  // the search.
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
