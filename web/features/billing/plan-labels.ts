import type { BillingState, SubscriptionStatus } from '#contract/billing.ts'
import { limits } from '#contract/limits.ts'
import { formatLongDay } from '#web/features/site/format-date.ts'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** "$1.99". */
export const proPrice = dollars.format(limits.proPriceCents / 100)

export type PlanLabels = {
  headline: string
  details: string
  /** A problem that the user has to solve; null if there is none. */
  warning: string | null
}

/** The provider still has a plan for the user: it has to be repaired, not bought again. */
const unfinished: readonly SubscriptionStatus[] = ['incomplete', 'unpaid', 'paused']

/** True if the user can buy Pro. */
export function offersUpgrade({ tier, status }: Pick<BillingState, 'tier' | 'status'>): boolean {
  return tier === 'free' && !unfinished.includes(status)
}

function proWords(state: BillingState): Omit<PlanLabels, 'warning'> {
  const { granted, endsAt, renewsAt, paymentTrouble } = state
  if (endsAt !== null) {
    const after = granted ? ' After that Pro stays, because the operator of this site gave it to you.' : ''
    return {
      headline: `Pro until ${formatLongDay(endsAt)}`,
      details: `Your subscription is canceled: it does not renew, and nothing more is charged.${after}`,
    }
  }
  if (paymentTrouble) return { headline: 'Pro', details: 'You keep Pro while the payment is retried.' }
  if (renewsAt !== null) {
    const details = `Renews on ${formatLongDay(renewsAt)}. You can cancel at any time.`
    return { headline: 'Pro', details }
  }
  if (granted) {
    return {
      headline: 'Pro, given to you',
      details: 'The operator of this site gave you Pro. There is nothing to pay.',
    }
  }
  return { headline: 'Pro', details: 'Unlimited searches and the advanced analysis of every result.' }
}

const freeWords: Partial<Record<SubscriptionStatus, string>> = {
  incomplete: 'Your payment is not finished. Pro starts as soon as it is confirmed.',
  unpaid: 'Pay the open invoice under “Manage billing” to get Pro back.',
  paused: 'Your subscription is paused. Resume it under “Manage billing” to have Pro again.',
  incomplete_expired: 'Your last payment was never finished, and nothing was charged for it.',
  canceled: 'Your subscription has ended. You can upgrade again at any time.',
}

function warningOf({ tier, paymentTrouble }: BillingState): string | null {
  if (!paymentTrouble) return null
  return tier === 'pro'
    ? 'Your last payment did not go through. Check your card to keep Pro.'
    : 'Your payments did not go through, so Pro is switched off.'
}

const sentenceStart = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

export function planLabels(state: BillingState): PlanLabels {
  const warning = warningOf(state)
  if (state.tier === 'pro') return { ...proWords(state), warning }
  const unpaid = `${sentenceStart(readSiteFacts().freeSearches)}, and nothing to pay.`
  return { headline: 'Free', details: freeWords[state.status] ?? unpaid, warning }
}
