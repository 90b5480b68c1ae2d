import { Link } from 'react-router'
import { ProOffer } from '#web/features/billing/pro-offer.tsx'
import {
  LegalList,
  LegalPage,
  LegalSection,
  legalLink,
  OperatorAddress,
  OperatorLink,
} from '#web/features/legal/legal-page.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'

export function ContactPage() {
  useDocumentTitle('Contact · Unmet')
  return (
    <LegalPage title="Contact" lead="Who runs this site, how to reach them, and what you can do by yourself.">
      <LegalSection title="The operator">
        <OperatorAddress />
      </LegalSection>
      <LegalSection title="Have a post removed">
        <p>
          You wrote a post that shows up here, or it is about you? Write to <OperatorLink /> with its address
          or its title. It is deleted from the archive, and with that from every kept result. You need not
          give a reason.
        </p>
      </LegalSection>
      <LegalSection title="Your account and your data">
        <LegalList>
          <li>
            Download or delete everything held about you in your{' '}
            <Link to="/profile" className={legalLink}>
              profile settings
            </Link>
            .
          </li>
          <li>
            A forgotten password:{' '}
            <Link to="/auth?forgot" className={legalLink}>
              have a reset link sent
            </Link>
            .
          </li>
          <li>
            Another email address, or an address that you can no longer read: write to <OperatorLink />.
          </li>
        </LegalList>
      </LegalSection>
      <ProOffer>
        <LegalSection title="Pro and payments">
          <p>
            Invoices, cards and cancelling are in the billing portal, which your{' '}
            <Link to="/profile" className={legalLink}>
              profile
            </Link>{' '}
            opens. Something was charged that should not have been? Write to <OperatorLink />.
          </p>
          <p>
            Priority support is part of Pro: write from the address of your account with “Pro” in the subject,
            and you are answered before everybody else.
          </p>
        </LegalSection>
      </ProOffer>
      <LegalSection title="A score that looks wrong">
        <p>
          Scores are computed, and now and then wrong. The{' '}
          <Link to="/scoring" className={legalLink}>
            page about the score
          </Link>{' '}
          says how they are made and what they cannot see, and takes any post you paste.
        </p>
      </LegalSection>
    </LegalPage>
  )
}
