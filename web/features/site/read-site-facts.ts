import { factMarks, type SiteFacts, siteFacts, siteFactsId } from '#contract/site-facts.ts'

const unknown: SiteFacts = {
  publicUrl: '',
  operatorName: 'the operator of this site',
  operatorAddress: 'not given yet',
  operatorContact: 'an address that is not given yet',
  operatorContactLink: '/contact',
  operatorState: 'incomplete',
  billing: 'on',
  resultsKeptDays: '30',
}

function readBlock(): SiteFacts {
  try {
    return siteFacts.parse(JSON.parse(document.getElementById(siteFactsId)?.textContent ?? ''))
  } catch {
    // Served by a tool that fills nothing in.
    return unknown
  }
}

let read: SiteFacts | null = null

/** For a server that renders pages: what it says of this installation. */
export function giveSiteFacts(facts: SiteFacts): void {
  read = facts
}

/** What the server says of this installation; while pages are built, a mark for each fact. */
export function readSiteFacts(): Record<keyof SiteFacts, string> {
  if (read !== null) return read
  if (typeof document === 'undefined') return factMarks
  read = readBlock()
  return read
}
