import { freeSearches, type SiteFacts } from '#contract/site-facts.ts'
import type { Config } from './config.ts'

type Operator = Pick<SiteFacts, 'publicUrl' | 'billing' | 'mail'> &
  Pick<Config, 'operatorName' | 'operatorAddress' | 'operatorEmail' | 'resultsKeptDays' | 'isSelfHosted'>

/**
 * The legal pages name the operator from the settings. Without an operator's name, they show the text of the
 * specification.
 */
const legalWords = {
  specified: {
    operatorIs: 'The operator is a subsidiary of a software consulting company.',
    governingLaw:
      'These terms are governed by the law of the State of Florida, USA. A dispute that we cannot settle by writing to each other is decided by binding arbitration in Florida, one person at a time and not as a class; either side may go to a small claims court instead.',
  },
  named: {
    operatorIs: 'The operator is the one named on this page.',
    governingLaw:
      'These terms are governed by the law of the place where the operator has its address. The courts there decide a dispute that we cannot settle by writing to each other.',
  },
}

/** The facts of this installation for its pages. A page says so if a fact is missing. */
export function describeSite(site: Operator): SiteFacts {
  const { operatorName, operatorAddress, operatorEmail } = site
  const searchLimit = site.isSelfHosted ? 'off' : 'on'
  const complete = operatorName !== null && operatorAddress !== null && operatorEmail !== null
  return {
    publicUrl: site.publicUrl,
    operatorName: operatorName ?? 'the operator of this site (name not given yet)',
    ...legalWords[operatorName === null ? 'specified' : 'named'],
    operatorAddress: operatorAddress ?? 'not given yet',
    operatorContact: operatorEmail ?? 'the operator (no email address published yet)',
    operatorContactLink: operatorEmail === null ? '/contact' : `mailto:${operatorEmail}`,
    operatorState: complete ? 'complete' : 'incomplete',
    billing: site.billing,
    mail: site.mail,
    searchLimit,
    freeSearches: freeSearches[searchLimit],
    resultsKeptDays: String(site.resultsKeptDays),
  }
}
