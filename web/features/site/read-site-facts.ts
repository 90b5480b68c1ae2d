import { factMarks, type SiteFacts, siteFacts, siteFactsId } from '#contract/site-facts.ts'

const unknown: SiteFacts = {
  publicUrl: '',
  operatorName: 'the operator of this site',
  operatorAddress: 'not given yet',
  operatorContact: 'an address that is not given yet',
  operatorContactLink: '/contact',
  operatorState: 'incomplete',
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

/** What the server says of this installation; while pages are built, a mark for each fact. */
export function readSiteFacts(): Record<keyof SiteFacts, string> {
  if (typeof document === 'undefined') return factMarks
  read ??= readBlock()
  return read
}
