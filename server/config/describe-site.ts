import { freeSearches, type SiteFacts } from '#contract/site-facts.ts'
import type { Config } from './config.ts'

type Operator = Pick<SiteFacts, 'publicUrl' | 'billing' | 'mail'> &
  Pick<Config, 'operatorName' | 'operatorAddress' | 'operatorEmail' | 'resultsKeptDays' | 'isSelfHosted'>

/** The facts of this installation for its pages; missing ones are named as such. */
export function describeSite(site: Operator): SiteFacts {
  const { operatorName, operatorAddress, operatorEmail } = site
  const searchLimit = site.isSelfHosted ? 'off' : 'on'
  const complete = operatorName !== null && operatorAddress !== null && operatorEmail !== null
  return {
    publicUrl: site.publicUrl,
    operatorName: operatorName ?? 'the operator of this site (name not given yet)',
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
