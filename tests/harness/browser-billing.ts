import { expect, type Page } from '@playwright/test'
import type { PaymentChoice } from '#stand-ins/stripe/checkout-lifecycle.ts'
import { openPage } from './browser-states.ts'

/** The payment methods on the stand-in's page, by the start of their labels. */
export const cards = {
  pays: /^Card 4242 4242 4242 4242/u,
  isDeclined: /^Card 4000 0000 0000 0002/u,
  failsAtRenewal: /^Card 4000 0000 0000 0341/u,
  laterByBank: /^Bank debit/u,
}

/** Clicks the upgrade button and waits for the provider's page. */
export async function openCheckout(page: Page): Promise<void> {
  await openPage(page, '/subscribe')
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByRole('heading', { name: /^Subscribe to/u })).toBeVisible()
}

/** Pays on the provider's page. */
export async function pay(page: Page, card: RegExp): Promise<void> {
  await page.getByRole('radio', { name: card }).check()
  await page.getByRole('button', { name: 'Subscribe' }).click()
}

/** Upgrades the signed-in user page by page, and waits until Pro is active. */
export async function buyPro(page: Page, card = cards.pays): Promise<void> {
  await openCheckout(page)
  await pay(page, card)
  await expect(page.getByRole('heading', { name: 'Welcome to Pro!' })).toBeVisible()
}

/** Makes the signed-in user Pro with the requests of the payment pages, without opening the pages. */
export async function becomePro(page: Page, choice: PaymentChoice = 'card'): Promise<void> {
  const { checkoutUrl } = await (await page.request.post('/api/create-subscription')).json()
  const paid = await page.request.post(checkoutUrl, { form: { choice }, maxRedirects: 0 })
  expect(paid.status(), await paid.text()).toBe(303)
  const sessionId = new URL(checkoutUrl).pathname.split('/').at(-1)
  const finalized = await page.request.post('/api/stripe/finalize', { data: { sessionId } })
  expect(await finalized.json()).toMatchObject({ success: true })
}

/** Opens the provider's portal from the profile. */
export async function openPortal(page: Page): Promise<void> {
  await openPage(page, '/profile')
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await expect(page.getByRole('heading', { name: 'Manage your subscription' })).toBeVisible()
}

/** Does one action in the portal and returns to the profile. */
export async function changeInPortal(page: Page, action: string): Promise<void> {
  await openPortal(page)
  await page.getByRole('button', { name: action }).click()
  await page.getByRole('link', { name: 'Return to the site' }).click()
  await expect(page.getByRole('heading', { name: 'Billing Management' })).toBeVisible()
}

/** The billing card of the profile. */
export const billingCard = (page: Page) => page.getByRole('region', { name: 'Billing Management' })
