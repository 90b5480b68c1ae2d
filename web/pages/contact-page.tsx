import { LegalPage } from '#web/features/legal/legal-page.tsx'

export function ContactPage() {
  return (
    <LegalPage
      title="Contact"
      lead="Who runs this site, how to reach the operator, and what you can do yourself."
      text={contact}
    />
  )
}

const contact = `
## The operator

{address}

## Have a post removed

If you wrote a post that is shown here, or it is about you, write to {operator} with its link or its title. The
post is then deleted from the archive and from all saved results. You need not give a reason.

## Your account and your data

- Download or delete everything held about you in your [profile settings](/profile).
- If you forgot your password, [request a reset link](/auth?forgot).
- To change your email address, or if you lost access to it, write to {operator}.

## {pro} Pro and payments

Invoices, cards and cancelling are in the billing portal, which your [profile](/profile) opens. For a wrong
charge, write to {operator}.

Priority support is part of Pro: write from the address of your account with “Pro” in the subject, and you are
answered before everybody else.

## A score that looks wrong

Scores are computed and sometimes wrong. The [page about the score](/scoring) says how they are computed and
what they cannot see, and scores any post that you paste.
`
