import { expect, type Page } from '@playwright/test'
import type { BillingState } from '#contract/billing.ts'
import { signUpPerson } from './browser-accounts.ts'
import {
  becomePro,
  billingCard,
  buyPro,
  cards,
  changeInPortal,
  openCheckout,
  pay,
} from './browser-billing.ts'
import { type BrowserState, keywords, openPage, searchAndRead } from './browser-states.ts'

const someSession = `cs_live_${'a'.repeat(24)}`

/** A user with granted Pro. */
const given: BillingState = {
  tier: 'pro',
  status: 'none',
  granted: true,
  renewsAt: null,
  endsAt: null,
  cancelAtPeriodEnd: false,
  paymentTrouble: false,
  canManage: false,
}

const seesHeading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeVisible()

async function openAs(page: Page, path: string): Promise<void> {
  await signUpPerson(page)
  await openPage(page, path)
}

/** A Pro user's results. */
async function openProResults(page: Page, keyword = keywords.few): Promise<void> {
  await signUpPerson(page)
  await becomePro(page)
  await openPage(page)
  await searchAndRead(page, keyword)
  const show = page.getByRole('button', { name: /^Filters/u })
  if (await show.isVisible()) await show.click()
  await seesHeading(page, 'Pro Search Controls')
}

const subscribeStates: readonly BrowserState[] = [
  { name: 'subscribe-signed-out', reach: (page) => openPage(page, '/subscribe') },
  {
    name: 'subscribe-loading',
    reach: async (page) => {
      await signUpPerson(page)
      await page.route('**/api/user', () => undefined)
      await openPage(page, '/subscribe')
      await expect(page.getByText('Loading your account')).toBeVisible()
    },
  },
  {
    name: 'subscribe',
    reach: async (page) => {
      await openAs(page, '/subscribe')
      await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeVisible()
    },
  },
  {
    name: 'subscribe-offline',
    continues: true,
    reach: async (page) => {
      await page.context().setOffline(true)
      await expect(page.getByText(/^You are offline/u)).toBeVisible()
    },
  },
  {
    name: 'subscribe-failed',
    continues: true,
    reach: async (page) => {
      await page.context().setOffline(false)
      await expect(page.getByText(/^You are offline/u)).toBeHidden()
      await page.route('**/api/create-subscription', (route) => route.abort('connectionrefused'))
      await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
      await expect(page.getByText('You have not been charged.')).toBeVisible()
    },
  },
  {
    name: 'subscribe-pro',
    reach: async (page) => {
      await signUpPerson(page)
      await becomePro(page)
      await openPage(page, '/subscribe')
      await expect(page.getByRole('button', { name: 'Manage billing' })).toBeVisible()
    },
  },
]

const outcomeStates: readonly BrowserState[] = [
  { name: 'success-no-session', reach: (page) => openPage(page, '/success') },
  { name: 'success-signed-out', reach: (page) => openPage(page, `/success?session_id=${someSession}`) },
  {
    name: 'success-finalizing',
    reach: async (page) => {
      await signUpPerson(page)
      await page.route('**/api/stripe/finalize', () => undefined)
      await openPage(page, `/success?session_id=${someSession}`)
      await expect(page.getByText('Confirming your payment...')).toBeVisible()
    },
  },
  {
    name: 'success-paid',
    reach: async (page) => {
      await signUpPerson(page)
      await buyPro(page)
    },
  },
  {
    name: 'success-processing',
    reach: async (page) => {
      await signUpPerson(page)
      await openCheckout(page)
      await pay(page, cards.laterByBank)
      await seesHeading(page, 'Payment Processing')
    },
  },
  {
    name: 'success-not-verified',
    reach: async (page) => {
      await openAs(page, `/success?session_id=${someSession}`)
      await seesHeading(page, 'Verification Error')
    },
  },
  { name: 'cancel', reach: (page) => openPage(page, '/cancel?canceled=1') },
  { name: 'cancel-by-address', reach: (page) => openPage(page, '/cancel') },
]

const cardStates: readonly BrowserState[] = [
  {
    name: 'profile-paid',
    reach: async (page) => {
      await signUpPerson(page)
      await becomePro(page)
      await openPage(page, '/profile')
      await expect(billingCard(page).getByText(/^Renews on/u)).toBeVisible()
    },
  },
  {
    name: 'profile-canceled',
    continues: true,
    reach: async (page) => {
      await changeInPortal(page, 'Cancel at the end of the paid period')
      await expect(billingCard(page).getByText(/^Pro until/u)).toBeVisible()
    },
  },
  {
    name: 'profile-payment-trouble',
    reach: async (page) => {
      await signUpPerson(page)
      await becomePro(page, 'card_that_fails_at_renewal')
      await changeInPortal(page, 'End the period now')
      await expect(billingCard(page).getByText(/^Your last payment did not go through/u)).toBeVisible()
    },
  },
  {
    name: 'profile-given',
    reach: async (page) => {
      await page.route('**/api/billing', (route) => route.fulfill({ json: given }))
      await openAs(page, '/profile')
      await expect(billingCard(page).getByText('Pro, given to you')).toBeVisible()
    },
  },
  {
    name: 'profile-plan-unknown',
    reach: async (page) => {
      await page.route('**/api/billing', (route) => route.abort('connectionrefused'))
      await openAs(page, '/profile')
      await expect(billingCard(page).getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  },
]

const proStates: readonly BrowserState[] = [
  { name: 'pro-results', reach: (page) => openProResults(page) },
  {
    name: 'pro-analysis',
    continues: true,
    reach: async (page) => {
      await page.getByRole('button', { name: /^Workaround/u }).click()
      await expect(page.getByRole('heading', { name: 'Market analysis' }).first()).toBeVisible()
      await page.getByRole('heading', { name: 'Market analysis' }).first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'pro-nothing-fits',
    continues: true,
    reach: async (page) => {
      await page.getByLabel('Minimum advanced score').fill('100')
      await expect(page.getByText('No result fits these filters.')).toBeVisible()
    },
  },
]

/** The billing pages, and Pro's parts of a search. */
export const billingStates = [...subscribeStates, ...outcomeStates, ...cardStates, ...proStates]
