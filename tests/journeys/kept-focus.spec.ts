import { expect, type Locator, type Page } from '@playwright/test'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { test } from '#tests/harness/browser-own-product.ts'
import { openPage } from '#tests/harness/browser-states.ts'

test.use({ environment: { API_KEYS: 'everybody', PRIVATE_HOSTS: '127.0.0.1' } })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const pressKey = async (button: Locator) => {
  await button.focus()
  await button.press('Enter')
}

test('the focus stays in its section when the pressed button disappears', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signUpPerson(page)
  const others = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: baseURL ?? '' })))
  for (const { request } of others) await request.post('/api/login', { data: person })
  await openPage(page, '/profile')

  const rows = page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem')
  await pressKey(rows.getByRole('button', { name: /^Sign out of/u }).first())
  await expect(rows).toHaveCount(2)
  await expect.soft(heading(page, 'Sessions')).toBeFocused()
  await pressKey(page.getByRole('button', { name: 'Sign out everywhere else' }))
  await expect(rows).toHaveCount(1)
  await expect.soft(heading(page, 'Sessions')).toBeFocused()
  for (const other of others) await other.close()

  const keys = heading(page, 'API keys')
  await pressKey(page.getByRole('button', { name: 'New key' }))
  await expect.soft(page.getByLabel('Name', { exact: true })).toBeFocused()
  await pressKey(page.getByRole('button', { name: 'Cancel' }))
  await expect.soft(keys).toBeFocused()
  await pressKey(page.getByRole('button', { name: 'New key' }))
  await page.getByLabel('Name', { exact: true }).fill('Nightly report')
  await pressKey(page.getByRole('button', { name: 'Make the key' }))
  await expect.soft(page.getByRole('textbox', { name: 'Key', exact: true })).toBeFocused()
  await pressKey(page.getByRole('button', { name: 'I have it' }))
  await expect.soft(keys).toBeFocused()
  await pressKey(page.getByRole('button', { name: 'Revoke Nightly report' }))
  await expect(page.getByRole('list', { name: 'API keys' })).toBeHidden()
  await expect.soft(keys).toBeFocused()
})

test('the focus stays on the page of watches when a watch or its webhook is deleted', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page, '/watches?q=ledger')
  await pressKey(page.getByRole('button', { name: 'Save watch' }))
  await pressKey(page.getByRole('button', { name: 'Feed and webhooks' }))
  await pressKey(page.getByRole('button', { name: 'Make a feed' }))
  await expect.soft(heading(page, 'Feed')).toBeFocused()
  await pressKey(page.getByRole('button', { name: 'Add a webhook' }))
  await expect.soft(page.getByLabel('Address', { exact: true })).toBeFocused()
  await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9/hook')
  await pressKey(page.getByRole('button', { name: 'Add webhook' }))
  const webhooks = page.getByRole('region', { name: 'Webhooks' })
  await pressKey(webhooks.getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('list', { name: 'Webhooks' })).toBeHidden()
  await expect.soft(heading(page, 'Webhooks')).toBeFocused()
  await openPage(page, '/watches')
  await pressKey(page.getByRole('button', { name: 'Delete ledger' }))
  await expect(page.getByText('No watches yet.')).toBeVisible()
  await expect.soft(heading(page, 'Your watches')).toBeFocused()
})
