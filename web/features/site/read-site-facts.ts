import { factMarks, freeSearches, type SiteFacts, siteFacts, siteFactsId } from '#contract/site-facts.ts'
import { parseJson } from '#web/api-client.ts'

/** Used for pages from a development server, which does not fill in the facts. */
const unknown: SiteFacts = {
  publicUrl: '',
  operatorName: 'the operator of this site',
  operatorAddress: 'not given yet',
  operatorIs: 'The operator is the one named on this page.',
  governingLaw: 'These terms are governed by the law of the place where the operator has its address.',
  operatorContact: 'the operator (no email address published yet)',
  operatorContactLink: '/contact',
  operatorState: 'incomplete',
  billing: 'on',
  mail: 'sent',
  searchLimit: 'on',
  freeSearches: freeSearches.on,
  resultsKeptDays: '30',
}

let read: SiteFacts | null = null

/** Sets the facts on a server that renders pages. */
export function giveSiteFacts(facts: SiteFacts): void {
  read = facts
}

/** The server's facts about this installation. At build time, each fact is a placeholder. */
export function readSiteFacts(): Record<keyof SiteFacts, string> {
  if (read !== null) return read
  if (typeof document === 'undefined') return factMarks
  const block = parseJson(document.getElementById(siteFactsId)?.textContent ?? '')
  read = siteFacts.safeParse(block).data ?? unknown
  return read
}
