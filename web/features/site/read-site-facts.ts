import { factMarks, freeSearches, type SiteFacts, siteFacts, siteFactsId } from '#contract/site-facts.ts'
import { parseJson } from '#web/api-client.ts'

/** For pages served by a development tool, which fills in nothing. */
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

/** What the server says about this installation; at build time, a placeholder for each fact. */
export function readSiteFacts(): Record<keyof SiteFacts, string> {
  if (read !== null) return read
  if (typeof document === 'undefined') return factMarks
  const block = parseJson(document.getElementById(siteFactsId)?.textContent ?? '')
  read = siteFacts.safeParse(block).data ?? unknown
  return read
}
