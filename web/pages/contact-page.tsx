import { ProOffer } from '#web/features/billing/pro-offer.tsx'
import {
  LegalLink,
  LegalList,
  LegalPage,
  LegalSection,
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
      <YourAccount />
      <ProOffer>
        <LegalSection title="Pro and payments">
          <p>
            Invoices, cards and cancelling are in the billing portal, which your{' '}
            <LegalLink to="/profile">profile</LegalLink> opens. Something was charged that should not have
            been? Write to <OperatorLink />.
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
          <LegalLink to="/scoring">page about the score</LegalLink> says how they are made and what they
          cannot see, and takes any post you paste.
        </p>
      </LegalSection>
    </LegalPage>
  )
}

function YourAccount() {
  return (
    <LegalSection title="Your account and your data">
      <LegalList>
        <li>
          Download or delete everything held about you in your{' '}
          <LegalLink to="/profile">profile settings</LegalLink>.
        </li>
        <li>
          A forgotten password: <LegalLink to="/auth?forgot">have a reset link sent</LegalLink>.
        </li>
        <li>
          Another email address, or an address that you can no longer read: write to <OperatorLink />.
        </li>
      </LegalList>
    </LegalSection>
  )
}
