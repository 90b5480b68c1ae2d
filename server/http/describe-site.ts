import type { SiteFacts } from '#contract/site-facts.ts'

type Operator = {
  publicUrl: string
  operatorName: string | null
  operatorAddress: string | null
  operatorEmail: string | null
  billing: SiteFacts['billing']
  resultsKeptDays: number
}

/** The facts of this installation in the words of its pages; what is not configured says so. */
export function describeSite(site: Operator): SiteFacts {
  const { operatorName, operatorAddress, operatorEmail } = site
  const complete = operatorName !== null && operatorAddress !== null && operatorEmail !== null
  return {
    publicUrl: site.publicUrl,
    operatorName: operatorName ?? 'the operator of this site (name not given yet)',
    operatorAddress: operatorAddress ?? 'not given yet',
    operatorContact: operatorEmail ?? 'an address that is not given yet',
    operatorContactLink: operatorEmail === null ? '/contact' : `mailto:${operatorEmail}`,
    operatorState: complete ? 'complete' : 'incomplete',
    billing: site.billing,
    resultsKeptDays: String(site.resultsKeptDays),
  }
}
