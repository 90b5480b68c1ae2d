import { expect, test } from 'vitest'
import type { BillingState } from '#contract/billing.ts'
import { offersUpgrade, planLabels, proPrice } from './plan-labels.ts'

const free: BillingState = {
  tier: 'free',
  status: 'none',
  granted: false,
  renewsAt: null,
  endsAt: null,
  cancelAtPeriodEnd: false,
  paymentTrouble: false,
  canManage: false,
}
const paid: BillingState = {
  ...free,
  tier: 'pro',
  status: 'active',
  renewsAt: '2026-12-21T12:00:00Z',
  canManage: true,
}
const canceled: BillingState = {
  ...paid,
  renewsAt: null,
  endsAt: '2026-12-21T12:00:00Z',
  cancelAtPeriodEnd: true,
}
const granted: BillingState = { ...free, tier: 'pro', granted: true }

test('the shown price is the price of the product', () => {
  expect(proPrice).toBe('$1.99')
})

test('a paid plan says when it renews', () => {
  expect(planLabels(paid)).toEqual({
    headline: 'Pro',
    details: 'Renews on Dec 21, 2026. You can cancel at any time.',
    warning: null,
  })
})

test('a canceled plan says until when Pro stays, and promises no renewal', () => {
  const { headline, details } = planLabels(canceled)
  expect(headline).toBe('Pro until Dec 21, 2026')
  expect(details).toContain('nothing more is charged')
  expect(planLabels({ ...canceled, granted: true }).details).toContain('After that Pro stays')
})

test('Pro that was given costs nothing and says who gave it', () => {
  expect(planLabels(granted)).toMatchObject({
    headline: 'Pro, given to you',
    details: 'The operator of this site gave you Pro. There is nothing to pay.',
  })
})

test('a failed renewal keeps Pro and asks for the card', () => {
  const words = planLabels({ ...paid, status: 'past_due', paymentTrouble: true })
  expect(words.headline).toBe('Pro')
  expect(words.warning).toContain('Check your card')
})

test('a plan that was never paid says that Pro is off and how to get it back', () => {
  const words = planLabels({ ...free, status: 'unpaid', paymentTrouble: true, canManage: true })
  expect(words.warning).toContain('Pro is switched off')
  expect(words.details).toContain('Manage billing')
})

test('a plan is offered only if the provider has no plan that can be repaired', () => {
  const sold = (['none', 'canceled', 'incomplete_expired'] as const).map((status) => ({ ...free, status }))
  const notFree = (['unpaid', 'paused', 'incomplete'] as const).map((status) => ({ ...free, status }))
  expect(sold.map(offersUpgrade)).toEqual([true, true, true])
  expect([...notFree, paid, granted].map(offersUpgrade)).toEqual([false, false, false, false, false])
})
