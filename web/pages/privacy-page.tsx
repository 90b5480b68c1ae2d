import { limits } from '#contract/limits.ts'
import { effectiveDate, LegalPage } from '#web/features/legal/legal-page.tsx'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      effective={effectiveDate}
      lead="What Unmet stores about you, why, for how long, who else sees it, and how to have it removed. It
  shows no advertisements, loads nothing from other sites and sells no data."
      text={privacy
        .replace('{resultsKeptDays}', readSiteFacts().resultsKeptDays)
        .replace('{operatorIs}', readSiteFacts().operatorIs)}
    />
  )
}

const privacy = `
## Who is responsible

{operatorIs} You have to be 18
or older to use it; an account of somebody younger is deleted when we learn of it.

{address}

## What is stored about you

- **Searches.** The keyword, the time, how many posts were found, and the IP address. For {resultsKeptDays}
  days, anybody who has the URL of results can open them again; results of an account can be opened only by its
  owner. Without an account, the IP address and the visitor's id are removed from a search when its results
  are deleted; the keyword stays, for statistics. Searches of an account stay in its history until the account is
  deleted.
- **Your account.** Email address, name, a hash of your password, your plan, the date of creation, and the
  browsers you are signed in with (their kind and when they were last used).
- **Limits.** How many searches and sign-in attempts come from an IP address or an account, for a day at most,
  so that one person cannot use up shared resources. The number of free searches that an email address has used
  in a month is stored under a keyed hash until that month is over, even if the account is deleted. Nobody can
  read the address from the hash.
- **Text that you paste** into the scoring page is scored and not stored.
- **Your own material**, your lists and watches, and the times of your digests are stored only for your account,
  until you delete them or the account. An uploaded file is removed once its rows are scored.
- **Logs** identify accounts by a hash, and contain no keywords, posts or passwords. Actions of the operator on
  an account are logged with its id, and the first letter and the domain of its address.

## Cookies and storage in your browser

- A session cookie while you are signed in: it ends 14 days after your last visit.
- A cookie that tells the page that you are signed in, so that the page requests your account.
- A signed visitor's id, so that ${limits.visitorSearchesPerDay} free searches a day can be counted.
- The operator's session cookie, only in the operator's area.
- Only on your device: that count, the posts you saved with the keyword and the address of their results,
  and your choices of theme and keyboard shortcuts. While you visit the billing portal, also the plan you had.

All of them are needed for features that you use; none of them tracks you.

## Posts from public discussions

Unmet stores posts that people wrote in public: title, text, community, date, votes and the address of the
discussion. It does not store who wrote them, unless the licence of a post requires its author's name (Stack
Exchange). This name is shown with the post and never searched. Fixed rules and learned word weights score each
post; the [page about the score](/scoring) says how.

**To have a post removed**, write to the operator (see the [contact page](/contact)) with its address or its
title. The post is then deleted from the archive and from all saved results.

## Who else sees it

- **Stripe**, if you buy Pro: you pay on Stripe's own pages. We send Stripe your email address and an id of
  your account; your card number never reaches us. We store Stripe's ids of you and your subscription, and the
  state of the subscription.
- **Google or GitHub**, only if this site offers them and you choose to sign in that way. They tell us your id
  at that service, your email address and your name.
- **The mail provider** of the operator, which delivers reset links, confirmations, notices and requested
  digests to your address.
- **Public sites that are searched**: if this site searches live sources, it sends them the words that you search
  for, without anything that identifies you. A new installation searches Hacker News (at hn.algolia.com) until its
  operator turns that off with \`HACKER_NEWS=off\` or in the operator's area. The start page lists the sources that
  this site searches.
- Nobody else, unless the law requires it.

## Your rights

In your [profile settings](/profile) you can read and change your name, download all data stored about you as
one file, see your signed-in browsers and sign them out, and delete your account. Deleting cancels a
subscription, then removes the account with its searches, results, sessions and sign-in links at once. For
anything else, such as a new email address, write to {operator}.

## Security

Passwords are stored only as argon2id hashes, session ids only as hashes. The operator's area has separate
sessions and logs all actions there. No system is perfectly safe; please report security problems to the address
above.

## Changes

A new version of this page has a new date at its top. See also the [Terms of Service](/terms) and the
[contact page](/contact).
`
