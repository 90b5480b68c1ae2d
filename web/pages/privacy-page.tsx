import { limits } from '#contract/limits.ts'
import { effectiveDate, LegalPage } from '#web/features/legal/legal-page.tsx'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      effective={effectiveDate}
      lead="What Unmet stores about you, why, for how long, who else sees it, and how to have it removed. It shows no advertisements, loads nothing from other sites and sells no data."
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

- **Searches.** The keyword, the time, how many posts were found, and the IP address. The results can be
  opened again for {resultsKeptDays} days by anyone who has their URL; those of an account only by its owner. Without an account, the IP address and the visitor's id are removed from a search when its results
  are deleted; the keyword stays, for statistics. Searches of an account stay in its history until the account is
  deleted.
- **Your account.** Email address, name, a hash of your password, your plan, when it was made, and the
  browsers you are signed in with (their kind and when they were last used).
- **Limits.** How many searches and sign-in attempts come from an IP address or an account, for a day at most,
  so that one person cannot use up what all share. How many free searches of a month an email address has used
  is kept under a keyed hash of it until that month is over, also when the account is deleted: nobody can read
  the address from it.
- **What you paste** into the scoring page is scored and not stored.
- **What you bring** to “My material”, the lists and watches you save, and when you want digests of them, are kept for your account alone until you
  delete the collection or the account. The file itself is removed once its rows are scored.
- **Logs** name accounts by a hash, and hold no keywords, posts or passwords. What the operator does with an
  account is logged with its id, the first letter and the domain of its address.

## Cookies and storage in your browser

- A session cookie while you are signed in: it ends 14 days after your last visit.
- A cookie that tells the page that you are signed in, so that it asks who you are.
- A signed visitor's id, so that ${limits.visitorSearchesPerDay} free searches a day can be counted.
- The operator's own session cookie, in the operator's area alone.
- On your device alone: that count, the posts you saved with the keyword and the address of their results,
  and your choices of theme and keyboard shortcuts. While you visit the billing portal, also the plan you had.

All of them are needed for features that you use; none of them tracks you.

## Posts from public discussions

Unmet keeps posts that people wrote in public: title, text, community, date, votes and the address of the
discussion. It does not keep who wrote them, except where the licence of a post asks for its author's name
(Stack Exchange): that is shown with the post and never searched. Each is scored by a fixed set of rules and
learned word weights; the [page about the score](/scoring) says how.

**To have a post removed**, write to the operator (see the [contact page](/contact)) with its address or its
title. It is deleted from the archive, and with that from every kept result.

## Who else sees it

- **Stripe**, if you buy Pro: you pay on Stripe's own pages. We send Stripe your email address and an id of
  your account; your card number never reaches us. We keep Stripe's ids of you and your subscription, and what
  its state is.
- **Google or GitHub**, only if this site offers them and you choose to sign in that way. They tell us your id at that service, your email address and your name.
- **The mail provider** of the operator, which carries reset links, confirmations, notices and the digests that you
  ask for to your address.
- **Public sites that are searched**: where this site searches live sources, the words you search for are sent
  to them, without anything that names you. A new installation asks Hacker News (its search at hn.algolia.com)
  until its operator switches it off with \`HACKER_NEWS=off\` or in the operator's area. The start page says
  what this site asks.
- Nobody else, unless the law requires it.

## Your rights

In your [profile settings](/profile) you can read and change your name, download everything held about you as
one file, see and end the browsers you are signed in with, and delete your account. Deleting removes the
account with its searches, results, sessions and sign-in links at once, and cancels a subscription first. For anything else, such as a new email address, write to {operator}.

## Security

Passwords are stored only as argon2id hashes, session ids only as hashes. The operator's area has sessions of
its own and keeps a log of what is done there. No system is perfectly safe; please report what you find to the
address above.

## Changes

A new version of this page carries a new date at its top. See also the [Terms of Service](/terms) and the
[contact page](/contact).
`
