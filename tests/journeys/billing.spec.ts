import { expect } from '@playwright/test'
import { field, signIn, signUpPerson } from '#tests/harness/browser-accounts.ts'
import { openAdmin, userRow } from '#tests/harness/browser-admin.ts'
import {
  becomePro,
  billingCard,
  cards,
  changeInPortal,
  openCheckout,
  openPortal,
  pay,
} from '#tests/harness/browser-billing.ts'
import { keywords, openPage, searchAndRead, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

const dayPattern = /^Pro until [A-Z][a-z]{2} \d{1,2}, \d{4}$/u

test('after paying, a person has Pro at once: in the search, in earlier results and in the profile', async ({
  page,
}) => {
  await signUpPerson(page)
  await openPage(page)
  await searchAndRead(page, keywords.few)
  await expect(page.getByLabel('Advanced scores')).toHaveCount(0)
  const resultsAddress = page.url()

  await page.getByRole('link', { name: 'Upgrade to Pro' }).first().click()
  await expect(page.getByText('Local stand-in: no real payments')).toBeVisible()
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByText('TEST - no real money')).toBeVisible()
  await pay(page, cards.pays)
  await expect(toasts(page).getByText('Welcome to Pro! 🎉')).toBeVisible()
  await page.getByRole('link', { name: 'Start searching' }).click()
  await expect(page.getByText('Unlimited searches')).toBeVisible()
  await searchAndRead(page, keywords.few)
  await expect(page.getByLabel('Advanced scores').first()).toBeVisible()

  await page.goto(resultsAddress)
  await expect(page.getByLabel('Advanced scores').first()).toBeVisible()
  await openPage(page, '/profile')
  await expect(billingCard(page).getByText(/^Renews on /u)).toBeVisible()
  await expect(page.getByText('2 (unlimited)')).toBeVisible()
})

test("a plan canceled in the portal shows its last day, and the portal's parameter is removed from the URL", async ({
  page,
}) => {
  await signUpPerson(page)
  await becomePro(page)
  await changeInPortal(page, 'Cancel at the end of the paid period')
  await expect(billingCard(page).getByRole('heading', { name: dayPattern })).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/u)
  await changeInPortal(page, 'Keep the subscription')
  await expect(billingCard(page).getByText(/^Renews on /u)).toBeVisible()
  await changeInPortal(page, 'Cancel now')
  await expect(billingCard(page).getByText('Your subscription has ended.')).toBeVisible()
  await expect(billingCard(page).getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible()
  await expect(page.getByText('/ 2')).toBeVisible()
})

test('a declined card does not give Pro, and another card can be tried', async ({ page }) => {
  await signUpPerson(page)
  await openCheckout(page)
  await pay(page, cards.isDeclined)
  await expect(page.getByRole('alert')).toContainText('Your card was declined')
  expect((await (await page.request.get('/api/user')).json()).subscriptionTier).toBe('free')
  await pay(page, cards.pays)
  await expect(page.getByRole('heading', { name: 'Welcome to Pro!' })).toBeVisible()
})

test('an abandoned checkout is free and can be continued', async ({ page }) => {
  await signUpPerson(page)
  await openCheckout(page)
  const checkout = page.url()
  await page.getByRole('link', { name: 'Back, without paying' }).click()
  await expect(page.getByRole('heading', { name: 'Payment canceled', level: 2 })).toBeVisible()
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page).toHaveURL(checkout)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeEnabled()
  await page.getByRole('link', { name: 'Back to the search' }).click()
  await expect(page.getByText('2 of 2 free searches remaining this month')).toBeVisible()
})

test('two clicks on the upgrade create one checkout', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page, '/subscribe')
  let asked = 0
  await page.route('**/api/create-subscription', async (route) => {
    asked += 1
    await route.continue()
  })
  // The second click comes before the page renders the button again.
  await page.getByRole('button', { name: 'Upgrade to Pro' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByRole('heading', { name: /^Subscribe to/u })).toBeVisible()
  expect(asked).toBe(1)
})

test('a visitor who has to sign in for Pro returns to the upgrade', async ({ page }) => {
  const person = await signUpPerson(page)
  await page.context().clearCookies()
  await openPage(page, '/subscribe')
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(field(page, 'Email')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/auth/login')
  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL(/\/subscribe$/u)
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeVisible()
})

test('people with Pro see their plan and a link to the portal', async ({ page }) => {
  await signUpPerson(page)
  await becomePro(page)
  await openPage(page, '/subscribe')
  await expect(page.getByRole('heading', { name: 'You are on Pro' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await expect(page.getByRole('heading', { name: 'Manage your subscription' })).toBeVisible()
})

test('the page waits for a slow payment, and gives Pro once it is confirmed', async ({ page }) => {
  await signUpPerson(page)
  await openCheckout(page)
  const checkout = page.url()
  await pay(page, cards.laterByBank)
  await expect(toasts(page).getByText('Payment Processing')).toBeVisible()
  const success = page.url()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Processing' })).toBeFocused()
  await page.goto(checkout)
  await page.getByRole('button', { name: 'Let the payment succeed' }).click()
  await page.goto(success)
  await expect(page.getByRole('heading', { name: 'Welcome to Pro!' })).toBeVisible()
})

test('a failed renewal keeps Pro and asks for another card', async ({ page }) => {
  await signUpPerson(page)
  await becomePro(page, 'card_that_fails_at_renewal')
  await changeInPortal(page, 'End the period now')
  await expect(billingCard(page).getByText(/^Your last payment did not go through/u)).toBeVisible()
  await expect(page.getByText('(unlimited)')).toBeVisible()
  await openPortal(page)
  await page.getByRole('button', { name: 'Use a card that pays' }).click()
  await page.getByRole('button', { name: 'Charge the card for the open payment again' }).click()
  await page.getByRole('link', { name: 'Return to the site' }).click()
  await expect(billingCard(page).getByText(/^Renews on /u)).toBeVisible()
})

test('while a bank debit is pending, no page offers Pro again', async ({ page }) => {
  await signUpPerson(page)
  await openCheckout(page)
  await pay(page, cards.laterByBank)
  await expect(page.getByRole('heading', { name: 'Payment Processing' })).toBeVisible()
  for (const path of ['/profile', '/subscribe']) {
    await openPage(page, path)
    await expect(page.getByText('Your payment is not finished.')).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('button', { name: 'Upgrade to Pro' })).toHaveCount(0)
    await expect(main.getByRole('link', { name: 'Upgrade to Pro' })).toHaveCount(0)
  }
})

test('every page with a price or a plan says that a stand-in takes no money', async ({ page }) => {
  for (const path of ['/', '/subscribe']) {
    await openPage(page, path)
    await expect(page.getByText('Local stand-in: no real payments')).toBeVisible()
  }
  await signUpPerson(page)
  await openPage(page, '/profile')
  await expect(billingCard(page).getByText('Local stand-in: no real payments')).toBeVisible()
})

test('the operator sees who pays before a demotion', async ({ page }) => {
  const { email } = await signUpPerson(page)
  await becomePro(page)
  await openAdmin(page, `?tab=users&search=${encodeURIComponent(email)}`)
  const row = userRow(page, email)
  await expect(row.getByText('Pays for Pro: cancel or refund it at the payment provider.')).toBeVisible()
  await expect(row.getByRole('button', { name: /^Demote to Free/u })).toBeDisabled()
})

test('a free account sees the offer of Pro beside its results', async ({ page }) => {
  await signUpPerson(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await openPage(page)
    await searchAndRead(page, keywords.few)
    const banner = page.getByRole('complementary', { name: 'Upgrade' })
    await expect(banner.getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible()
  }
})
