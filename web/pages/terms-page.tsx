import { limits } from '#contract/limits.ts'
import { proPrice } from '#web/features/billing/plan-labels.ts'
import { effectiveDate, LegalPage } from '#web/features/legal/legal-page.tsx'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      effective={effectiveDate}
      lead="The agreement between you and the operator of this site. By using it you accept these terms."
      text={fillIn(terms)}
    />
  )
}

function fillIn(text: string): string {
  const { freeSearches, operatorIs, governingLaw } = readSiteFacts()
  return text
    .replace('{freeSearches}', freeSearches)
    .replace('{operatorIs}', operatorIs)
    .replace('{governingLaw}', governingLaw)
}

const terms = `
## Who we are

{operatorIs}

{address}

## Who may use it

You have to be 18 or older. Keep your password to yourself; you are responsible for everything done with your
account. Each person may have one account: creating more to get around the limits is not allowed.

## What you get

- Without an account: ${limits.visitorSearchesPerDay} searches a day. With a free account:
  {freeSearches} and your search history.
- {pro} With Pro: unlimited searches for one person, and the analysis that the [plan page](/subscribe) lists.
- The results of your searches as CSV, for your own work.

A score is computed from the words of a post. A score is not advice, not a forecast, and not a promise that a
business will work: read the post, and judge for yourself. Posts are written by other people. They keep their
rights, and we are not responsible for what they say.

## {pro} Payment

- Pro costs ${proPrice} per month, paid in advance through Stripe, and renews every month until you cancel.
- Cancel at any time in the billing portal, which your [profile](/profile) opens. Pro stays until the month
  you paid for is over.
- If fees change, we tell you by email at least 30 days before, and you can cancel before the new fee applies.
- Deleting your account cancels the subscription.

## Fair use

- Do not use the site to harass the people whose posts you find.
- Do not copy the archive as a whole, and do not resell it.
- Do not try to break or overload the site, or to access other people's data.

## No warranty, limited liability

The site is provided as it is. As far as the law allows, the operator is not liable for lost profits or other
indirect damage. For other damage, liability is limited to the amount that you paid in the twelve months before.
These terms do not limit any liability that cannot be limited by law.

## Law and disputes

{governingLaw} You keep the consumer rights that the law of your country gives you.

## The software

The program behind this site is free software under the AGPL-3.0: you may run your own installation. These terms
apply only to this one.

## Changes and contact

When these terms change, the date above changes, and we inform people with an account by email 30 days before.
Send questions to {operator}. The [Privacy Policy](/privacy) says what is stored about you.
`
