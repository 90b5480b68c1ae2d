import { expect, type Page } from '@playwright/test'
import { billingEnvironment } from '#tests/harness/billing-environment.ts'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { makeUserElsewhere, openAdmin, openTab, userRow } from '#tests/harness/browser-admin.ts'
import { becomePro } from '#tests/harness/browser-billing.ts'
import { test as own } from '#tests/harness/browser-own-product.ts'
import { toasts } from '#tests/harness/browser-states.ts'
import { type ControlledStandIn, startControlledStandIn } from '#tests/harness/stand-in-control.ts'

/** The product with a payment provider that can be made to fail. */
const test = own.extend<{ provider: ControlledStandIn }>({
  provider: async ({ browserName }, use) => {
    const log = (problem: string) => console.error(`The payment provider of ${browserName}: ${problem}`)
    const provider = await startControlledStandIn({ nodeEnv: 'test', webhookRetryDelaysMs: [], log })
    await use(provider)
    await provider.close()
  },
  environment: async ({ provider }, use) => use(billingEnvironment(provider)),
})

async function deleteAll(page: Page, words: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all non-admin users' }).check()
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  await page.getByRole('dialog', { name: 'Confirm Bulk Delete' }).getByRole('button', { name: words }).click()
}

test("if the provider refuses to cancel one of three deleted users' plans, this user is kept and listed with the reason", async ({
  page,
  fresh,
  provider,
}) => {
  test.slow()
  const payer = await signUpPerson(page)
  await becomePro(page)
  const others = await Promise.all(
    ['ada', 'grace'].map((name) => makeUserElsewhere(fresh, `${name}@example.test`)),
  )
  const recover = provider.control.api.inject({ answer: 503, matching: ({ method }) => method === 'DELETE' })
  await openAdmin(page, '?tab=users')
  await expect(page.getByText('Showing 3 of 3 users')).toBeVisible()
  await deleteAll(page, 'Delete 3 users')
  await expect(toasts(page).getByText('Bulk Delete Completed')).toBeVisible()
  await expect(toasts(page).getByText('2 users deleted. 1 failed.')).toBeVisible()
  const failures = page.getByRole('main')
  await expect(failures.getByText('1 user was not deleted; their data is unchanged:')).toBeVisible()
  const reason =
    'The subscription could not be cancelled at the payment provider; the account was not deleted.'
  await expect(failures.getByText(`${payer.email}: ${reason}`)).toBeVisible()
  await expect(userRow(page, payer.email).getByText('Pro', { exact: true })).toBeVisible()
  await expect(page.getByText('Showing 1 of 1 users')).toBeVisible()
  for (const { email } of others) await expect(userRow(page, email)).toHaveCount(0)
  expect(provider.control.production.subscriptions().map(({ status }) => status)).toEqual(['active'])

  await openTab(page, 'Activity')
  await openTab(page, 'Audit log')
  await expect(page.getByRole('row').filter({ hasText: reason })).toHaveCount(1)

  recover()
  await openTab(page, 'Users')
  await deleteAll(page, 'Delete 1 user')
  await expect(toasts(page).getByText('1 user deleted.')).toBeVisible()
  // The toast of the first deletion has the same title and stays hidden until its time is over.
  await expect(toasts(page).getByText('Bulk Delete Completed').filter({ visible: true })).toHaveCount(1)
  await expect(page.getByText('No users found')).toBeVisible()
  expect(provider.control.production.subscriptions().map(({ status }) => status)).toEqual(['canceled'])
})
