import { LandingSections } from '#web/features/landing/landing-sections.tsx'
import { SearchPage } from './search-page.tsx'

/** The start page of a visitor: the search itself, and below it what the product is. */
export function LandingPage() {
  return <SearchPage welcome={<LandingSections />} />
}
