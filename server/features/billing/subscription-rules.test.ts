import { describe, expect, test } from 'vitest'
import type { SubscriptionStatus } from '#contract/billing.ts'
import type { ProviderSubscription } from '#server/payment-ports.ts'
import { type BillingCustomer, billingMode, describePlan, pickSubscription } from './subscription-rules.ts'

const end = new Date('2026-12-21T00:00:00Z')

function made(id: string, status: ProviderSubscription['status'], startedAt: string): ProviderSubscription {
  const rest = { priceId: null, periodEndsAt: end, cancelAt: null, paymentIds: [] }
  return { id, status, startedAt: new Date(startedAt), ...rest }
}

function customer(status: SubscriptionStatus, change: Partial<BillingCustomer> = {}): BillingCustomer {
  const ids = { customerId: 'cus_1', subscriptionId: 'sub_1' }
  return { mode: 'production', ...ids, status, periodEnd: end, cancelAt: null, ...change }
}

describe('of several subscriptions', () => {
  test.each([
    ['nothing', [], null],
    [
      'a paid one before a newer one that has ended',
      [
        ['a', 'active'],
        ['b', 'canceled'],
      ],
      'a',
    ],
    [
      'a paid one before one whose renewal failed',
      [
        ['a', 'past_due'],
        ['b', 'trialing'],
      ],
      'b',
    ],
    [
      'one whose renewal failed before one given up',
      [
        ['a', 'past_due'],
        ['b', 'unpaid'],
      ],
      'a',
    ],
    [
      'the newest of those that have ended',
      [
        ['a', 'canceled'],
        ['b', 'incomplete_expired'],
      ],
      'b',
    ],
    [
      'the newest of two paid ones',
      [
        ['a', 'active'],
        ['b', 'active'],
      ],
      'b',
    ],
  ] as const)('%s counts', (_, listed, picked) => {
    const all = listed.map(([id, status], place) => made(id, status, `2026-1${place}-01`))
    expect(pickSubscription(all)?.id ?? null).toBe(picked)
    expect(pickSubscription(all.toReversed())?.id ?? null).toBe(picked)
  })
})

describe('the billing card', () => {
  test('of somebody who never subscribed has nothing to manage', () => {
    expect(describePlan(null)).toEqual({
      status: 'none',
      renewsAt: null,
      endsAt: null,
      cancelAtPeriodEnd: false,
      paymentTrouble: false,
      canManage: false,
    })
  })

  test('shows when a paid plan renews', () => {
    expect(describePlan(customer('active'))).toMatchObject({
      renewsAt: end.toISOString(),
      endsAt: null,
      paymentTrouble: false,
      canManage: true,
    })
  })

  test('shows when a cancelled plan ends, and that it does not renew', () => {
    expect(describePlan(customer('active', { cancelAt: end }))).toMatchObject({
      renewsAt: null,
      endsAt: end.toISOString(),
      cancelAtPeriodEnd: true,
    })
  })

  test.each(['past_due', 'unpaid'] as const)('reports the payment failure of %s', (status) => {
    expect(describePlan(customer(status)).paymentTrouble).toBe(true)
  })

  test('of an ended plan shows no date to come', () => {
    expect(describePlan(customer('canceled', { cancelAt: end }))).toMatchObject({
      renewsAt: null,
      endsAt: null,
      cancelAtPeriodEnd: false,
    })
  })
})

describe('the mode of a person', () => {
  test.each([
    ['is the current one without a plan', [], 'sandbox', 'sandbox'],
    ['stays production with a plan there', [customer('active')], 'sandbox', 'production'],
    ['stays production while money is owed there', [customer('unpaid')], 'sandbox', 'production'],
    ['follows the switch once that plan has ended', [customer('canceled')], 'sandbox', 'sandbox'],
    [
      'is not held by a plan of the sandbox',
      [customer('active', { mode: 'sandbox' })],
      'production',
      'production',
    ],
  ] as const)('%s', (_, customers, current, mode) => {
    expect(billingMode(customers, current)).toBe(mode)
  })
})
