import { LegalPage } from '#web/features/legal/legal-page.tsx'

export function ContactPage() {
  return (
    <LegalPage
      title="Contact"
      lead="Who runs this site, how to reach them, and what you can do by yourself."
      text={contact}
    />
  )
}

const contact = `
## The operator

{address}

## Have a post removed

If you wrote a post that is shown here, or it is about you, write to {operator} with its link or its title. It
is deleted from the archive, and with that from every kept result. You need not give a reason.

## Your account and your data

- Download or delete everything held about you in your [profile settings](/profile).
- A forgotten password: [have a reset link sent](/auth?forgot).
- To change your email address, or if you lost access to it: write to {operator}.

## {pro} Pro and payments

Invoices, cards and cancelling are in the billing portal, which your [profile](/profile) opens. For a wrong charge, write to {operator}.

Priority support is part of Pro: write from the address of your account with “Pro” in the subject, and you are
answered before everybody else.

## A score that looks wrong

Scores are computed, and now and then wrong. The [page about the score](/scoring) says how they are made and
what they cannot see, and takes any post you paste.
`
