import type { SearchResult } from '#contract/search.ts'
import samples from './sample-results.json'

const shownWhole = 3

/** Posts of the starter collection as a search shows them, scored when the front end was built. */
export const sampleResults = samples.results as SearchResult[]

/** Those that have the words that earned their points. */
export const wholeSamples = sampleResults.slice(0, shownWhole)

export const samplesScoredBy = samples.scorerVersion
