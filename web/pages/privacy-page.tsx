import {
  effectiveDate,
  LegalLink,
  LegalList,
  LegalPage,
  LegalSection,
  OperatorAddress,
  OperatorLink,
} from '#web/features/legal/legal-page.tsx'
import { OtherPeoplesPosts, StoredData } from '#web/features/legal/stored-data.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'

export function PrivacyPage() {
  useDocumentTitle('Privacy Policy · Unmet')
  return (
    <LegalPage
      title="Privacy Policy"
      effective={effectiveDate}
      lead="What Unmet stores about you, why, for how long, who else sees it, and how to have it removed. It shows no advertisements, loads nothing from other sites and sells no data."
    >
      <LegalSection title="Who is responsible">
        <p>
          This site is run by the operator named here, a subsidiary of a software consulting company. You have
          to be 18 or older to use it; an account of somebody younger is deleted when we learn of it.
        </p>
        <OperatorAddress />
      </LegalSection>
      <StoredData />
      <OtherPeoplesPosts />
      <WhoElseSeesIt />
      <LegalSection title="Your rights">
        <p>
          In your <LegalLink to="/profile">profile settings</LegalLink> you can read and change your name,
          download everything held about you as one file, see and end the browsers you are signed in with, and
          delete your account. Deleting removes the account with its searches, results, sessions and sign-in
          links at once, and cancels a subscription first. For anything else, such as a change of your
          address, write to <OperatorLink />.
        </p>
      </LegalSection>
      <LegalSection title="Security">
        <p>
          Passwords are stored only as argon2id hashes, session ids only as hashes. The operator's area has
          sessions of its own and keeps a log of what is done there. No system is perfectly safe; please
          report what you find to the address above.
        </p>
      </LegalSection>
      <LegalSection title="Changes">
        <p>
          A new version of this page carries a new date at its top. See also the{' '}
          <LegalLink to="/terms">Terms of Service</LegalLink> and the{' '}
          <LegalLink to="/contact">contact page</LegalLink>.
        </p>
      </LegalSection>
    </LegalPage>
  )
}

function WhoElseSeesIt() {
  return (
    <LegalSection title="Who else sees it">
      <LegalList>
        <li>
          <strong className="font-semibold">Stripe</strong>, if you buy Pro: you pay on Stripe's own pages. We
          send Stripe your email address and an id of your account; your card number never reaches us. We keep
          Stripe's ids of you and your subscription, and what its state is.
        </li>
        <li>
          <strong className="font-semibold">Google or GitHub</strong>, only if this site offers them and you
          choose to sign in that way. They tell us your id there, your address and your name.
        </li>
        <li>
          <strong className="font-semibold">The mail provider</strong> of the operator, which carries reset
          links, confirmations and notices to your address.
        </li>
        <li>
          <strong className="font-semibold">Public sites that are searched</strong>: where this site searches
          live sources, the words you search for are sent to them, without anything that names you. A new
          installation asks Hacker News (its search at hn.algolia.com) until its operator switches it off with{' '}
          <code>HACKER_NEWS=off</code> or in the operator's area. The start page says what this site asks.
        </li>
        <li>Nobody else, unless the law requires it.</li>
      </LegalList>
    </LegalSection>
  )
}
