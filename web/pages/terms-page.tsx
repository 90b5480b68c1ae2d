import { Link } from 'react-router'
import { limits } from '#contract/limits.ts'
import { proPrice } from '#web/features/billing/plan-labels.ts'
import { ProItem, ProOffer } from '#web/features/billing/pro-offer.tsx'
import { effectiveDate } from '#web/features/legal/effective-date.ts'
import {
  LegalList,
  LegalPage,
  LegalSection,
  legalLink,
  OperatorAddress,
  OperatorLink,
} from '#web/features/legal/legal-page.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'

export function TermsPage() {
  useDocumentTitle('Terms of Service · Unmet')
  return (
    <LegalPage
      title="Terms of Service"
      effective={effectiveDate}
      lead="The agreement between you and the operator of this site. By using it you accept these terms."
    >
      <LegalSection title="Who we are">
        <p>The operator is a subsidiary of a software consulting company.</p>
        <OperatorAddress />
      </LegalSection>
      <LegalSection title="Who may use it">
        <p>
          You have to be 18 or older. Keep your password to yourself; what is done with your account counts as
          done by you. One person, one account: making more to get around the limits is not allowed.
        </p>
      </LegalSection>
      <LegalSection title="What you get">
        <LegalList>
          <li>
            Without an account: {limits.visitorSearchesPerDay} searches a day. With a free account:{' '}
            {limits.freeSearchesPerMonth} searches a month and your search history.
          </li>
          <ProItem>
            With Pro: unlimited searches for one person, and the analysis that the{' '}
            <Link to="/subscribe" className={legalLink}>
              plan page
            </Link>{' '}
            lists.
          </ProItem>
          <li>The results of your searches as CSV, for your own work.</li>
        </LegalList>
        <p>
          A score is computed from the words of a post. It is no advice, no forecast, and no promise that a
          business will work: read the post, and judge for yourself. Posts are written by others; their rights
          stay with them, and what they say is not ours.
        </p>
      </LegalSection>
      <ProOffer>
        <LegalSection title="Payment">
          <LegalList>
            <li>
              Pro costs {proPrice} per month, paid in advance through Stripe, and renews every month until you
              cancel.
            </li>
            <li>
              Cancel at any time in the billing portal, which your{' '}
              <Link to="/profile" className={legalLink}>
                profile
              </Link>{' '}
              opens. Pro stays until the month you paid for is over.
            </li>
            <li>
              When fees change, you are told by email at least 30 days before, and can cancel before the new
              fee applies.
            </li>
            <li>Deleting your account cancels the subscription.</li>
          </LegalList>
        </LegalSection>
      </ProOffer>
      <LegalSection title="Fair use">
        <LegalList>
          <li>Do not use the site to harass the people whose posts you find.</li>
          <li>Do not copy the archive as a whole, and do not resell it.</li>
          <li>Do not try to break or overload the site, or to get at what belongs to others.</li>
        </LegalList>
      </LegalSection>
      <LegalSection title="No warranty, limited liability">
        <p>
          The site is provided as it is. As far as the law allows, the operator is not liable for lost profits
          or other indirect damage, and for the rest not beyond what you paid in the twelve months before.
          Nothing here limits a liability that the law does not let us limit.
        </p>
      </LegalSection>
      <LegalSection title="Law and disputes">
        <p>
          These terms are governed by the law of the State of Florida, USA. A dispute that we cannot settle by
          writing to each other is decided by binding arbitration in Florida, one person at a time and not as
          a class; either side may go to a small claims court instead. Rights that the law of your country
          gives you as a consumer stay yours.
        </p>
      </LegalSection>
      <LegalSection title="The software">
        <p>
          The program behind this site is free software under the AGPL-3.0: you may run your own. These terms
          are about this installation of it.
        </p>
      </LegalSection>
      <LegalSection title="Changes and contact">
        <p>
          When these terms change, the date above changes, and people with an account are told by email 30
          days before. Questions go to <OperatorLink />. What is stored about you is said in the{' '}
          <Link to="/privacy" className={legalLink}>
            Privacy Policy
          </Link>
          .
        </p>
      </LegalSection>
    </LegalPage>
  )
}
