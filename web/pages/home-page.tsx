import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { later } from '#web/later.ts'
import { useCurrentUser } from '#web/use-current-user.ts'
import { SearchPage } from './search-page.tsx'

const LandingPage = later(() => import('./landing-page.tsx'), 'LandingPage')
const LandingSections = later(() => import('#web/features/landing/landing-sections.tsx'), 'LandingSections')

/** The search for who is signed in, or seems to be; for visitors, what the product is as well. */
export function HomePage() {
  const { user, expected } = useCurrentUser()
  const [params] = useSearchParams()
  // Who comes to read results waits for nothing else. Decided once: another page here would forget the search.
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
