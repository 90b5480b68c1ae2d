import { expect } from '@playwright/test'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { becomePro, billingCard, buyPro } from '#tests/harness/browser-billing.ts'
import { openPage, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

const verifying = "We're verifying your payment. Please check back in a moment."

/** The server's response if the provider does not respond. */
const providerAway = {
  status: 502,
  json: { message: 'The payment provider failed; nothing was changed', code: 'payments_unavailable' },
}

test("a failed upgrade shows the server's reason if there is one", async ({ page }) => {
  await signUpPerson(page)
  await openPage(page, '/subscribe')
  const upgrade = page.getByRole('button', { name: 'Upgrade to Pro' })
  const answers = [
    { answer: providerAway, title: 'Upgrade Error', words: 'Failed to start checkout process' },
    {
      answer: {
        status: 409,
        json: {
          message: 'Billing is not set up',
          code: 'billing_not_set_up',
          userMessage: 'Billing is not set up on this site yet. Nothing was charged.',
        },
      },
      title: 'Upgrade Error',
      words: 'Billing is not set up on this site yet. Nothing was charged.',
    },
    { answer: { json: {} }, title: 'Error', words: 'Failed to create checkout session' },
    {
      answer: { json: { checkoutUrl: '', opens: 'checkout' } },
      title: 'Error',
      words: 'Failed to create checkout session',
    },
  ]
  for (const { answer, title, words } of answers) {
    await page.route('**/api/create-subscription', (route) => route.fulfill(answer), { times: 1 })
    await upgrade.click()
    await expect(toasts(page).getByText(title, { exact: true })).toBeVisible()
    await expect(toasts(page).getByText(words)).toBeVisible()
    await expect(page.getByRole('main').getByText('You have not been charged.')).toBeVisible()
    await page.reload()
  }
  await upgrade.click()
  await expect(page.getByRole('heading', { name: /^Subscribe to/u })).toBeVisible()
})

test('a payment page without a payment links back to the upgrade', async ({ page }) => {
  await openPage(page, '/success')
  await expect(page.getByText('Invalid session. Please try upgrading again.')).toBeVisible()
  await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByRole('heading', { name: 'Upgrade to Pro' })).toBeVisible()
})

test("somebody else's payment has no effect and reveals nothing", async ({ page, browser, baseURL }) => {
  await signUpPerson(page)
  await buyPro(page)
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await elsewhere.newPage()
  await signUpPerson(other)
  await openPage(other, page.url())
  await expect(other.getByRole('heading', { name: 'Verification Error' })).toBeVisible()
  await expect(other.getByRole('main').getByText(/could not find this payment/u)).toBeVisible()
  expect((await (await other.request.get('/api/user')).json()).subscriptionTier).toBe('free')
  await elsewhere.close()
})

test('a payment that could not be verified is verified by trying again', async ({ page }) => {
  await signUpPerson(page)
  await page.route('**/api/stripe/finalize', (route) => route.fulfill(providerAway), { times: 1 })
  const { checkoutUrl } = await (await page.request.post('/api/create-subscription')).json()
  await page.goto(checkoutUrl)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(toasts(page).getByText('Verification Error')).toBeVisible()
  await expect(toasts(page).getByText(verifying)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Pro!' })).toBeFocused()
})

test('if the portal does not open, the page stays and says so', async ({ page }) => {
  await signUpPerson(page)
  await becomePro(page)
  await openPage(page, '/profile')
  await page.route('**/api/customer-portal', (route) => route.fulfill(providerAway), { times: 1 })
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await expect(toasts(page).getByText('Portal Access Failed')).toBeVisible()
  await expect(toasts(page).getByText('Unable to access billing portal. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage billing' })).toBeEnabled()
})

test('a plan that changed elsewhere is shown a second after the profile opens', async ({ page }) => {
  await signUpPerson(page)
  await becomePro(page)
  await page.route('**/api/stripe/sync', (route) => route.fulfill({ json: { synced: true, tier: 'free' } }))
  await openPage(page, '/profile')
  await expect(toasts(page).getByText('Account Synchronized')).toBeVisible()
  await expect(toasts(page).getByText('Your subscription status has been updated to FREE.')).toBeVisible()
})

test('a failed plan request is only logged, and `portal` is removed from the URL', async ({
  page,
  complaints,
}) => {
  await signUpPerson(page)
  await becomePro(page)
  await page.route('**/api/stripe/sync', (route) => route.fulfill(providerAway))
  await openPage(page, '/profile?portal=1')
  await expect(page).toHaveURL(/\/profile$/u)
  await expect(billingCard(page).getByText(/^Renews on /u)).toBeVisible()
  expect(complaints.splice(0).join()).toContain('Subscription sync failed')
  await expect(toasts(page).getByRole('dialog')).toHaveCount(0)
})

test('for people who never paid, the provider is not called', async ({ page }) => {
  await signUpPerson(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.clock.install()
  await openPage(page, '/profile')
  await expect(billingCard(page).getByText(/nothing to pay/u)).toBeVisible()
  await page.clock.runFor(5000)
  expect(asked).not.toContain('/api/stripe/sync')
  await expect(billingCard(page).getByRole('button', { name: 'Manage billing' })).toHaveCount(0)
})
