import { LandingSections } from '#web/features/landing/landing-sections.tsx'
import { SearchPage } from './search-page.tsx'

export function LandingPage() {
  return <SearchPage welcome={<LandingSections />} />
}
