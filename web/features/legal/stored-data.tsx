import { limits } from '#contract/limits.ts'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { LegalLink, LegalList, LegalSection } from './legal-page.tsx'

/** What is kept about people who use the site, and for how long. */
export function StoredData() {
  const { resultsKeptDays } = readSiteFacts()
  return (
    <>
      <LegalSection title="What is stored about you">
        <LegalList>
          <li>
            <strong className="font-semibold">Searches.</strong> The keyword, the time, how many posts were
            found, and the IP address. The results can be opened again for {resultsKeptDays} days by who has
            their address, and those of an account by their owner alone. Without an account, the IP address
            and the visitor's id are removed from a search when its results go; the keyword stays, for
            statistics. Searches of an account stay in its history until the account is deleted.
          </li>
          <li>
            <strong className="font-semibold">Your account.</strong> Email address, name, a hash of your
            password, your plan, when it was made, and the browsers you are signed in with (their kind and
            when they were last used).
          </li>
          <li>
            <strong className="font-semibold">Limits.</strong> How many searches and sign-in attempts come
            from an IP address or an account, for a day at most, so that one person cannot use up what all
            share. How many free searches of a month an email address has used is kept under a keyed hash of
            it until that month is over, also when the account is deleted: nobody can read the address from
            it.
          </li>
          <li>
            <strong className="font-semibold">What you paste</strong> into the scoring page is scored and not
            stored.
          </li>
          <li>
            <strong className="font-semibold">What you bring</strong> to “My material”, and the lists you
            save, are kept for your account alone until you delete the collection or the account. The file
            itself is removed once its rows are scored.
          </li>
          <li>
            <strong className="font-semibold">Logs</strong> name accounts by a hash, and hold no keywords,
            posts or passwords. What the operator does with an account is logged with its id, the first letter
            and the domain of its address.
          </li>
        </LegalList>
      </LegalSection>
      <LegalSection title="Cookies and storage in your browser">
        <LegalList>
          <li>A session cookie while you are signed in: it ends 14 days after your last visit.</li>
          <li>A cookie that tells the page that you are signed in, so that it asks who you are.</li>
          <li>
            A signed visitor's id, so that {limits.visitorSearchesPerDay} free searches a day can be counted.
          </li>
          <li>The operator's own session cookie, in the operator's area alone.</li>
          <li>
            On your device alone: that count, the posts you saved with the keyword and the address of their
            results, and, if you chose so, light or dark and that keys do nothing; and on the way to the
            billing portal and back, which plan you had.
          </li>
        </LegalList>
        <p>All of them are needed for what you ask for; none follows you anywhere.</p>
      </LegalSection>
    </>
  )
}

/** Posts that others wrote in public: why they are here, and how they go. */
export function OtherPeoplesPosts() {
  return (
    <LegalSection title="Posts from public discussions">
      <p>
        Unmet keeps posts that people wrote in public: title, text, community, date, votes and the address of
        the discussion. It does not keep who wrote them, except where the licence of a post asks for its
        author's name (Stack Exchange): that is shown with the post and never searched. Each is scored by a
        fixed set of rules and learned word weights; the{' '}
        <LegalLink to="/scoring">page about the score</LegalLink> says how.
      </p>
      <p>
        <strong className="font-semibold">To have a post removed</strong>, write to the operator (see the{' '}
        <LegalLink to="/contact">contact page</LegalLink>) with its address or its title. It is deleted from
        the archive, and with that from every kept result.
      </p>
    </LegalSection>
  )
}
