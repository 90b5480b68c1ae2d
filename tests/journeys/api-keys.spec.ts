import { expect } from '@playwright/test'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { openAdmin } from '#tests/harness/browser-admin.ts'
import { checkLooks } from '#tests/harness/browser-looks.ts'
import { test } from '#tests/harness/browser-own-product.ts'
import { openPage, toasts } from '#tests/harness/browser-states.ts'

test.use({ environment: { API_KEYS: 'everybody' } })

test('a key is created, shown once, used by a program, counted for the operator and revoked', async ({
  page,
}) => {
  test.slow()
  await signUpPerson(page)
  await openPage(page, '/profile')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nightly report')
  await page.getByRole('button', { name: 'Make the key' }).click()
  const secret = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue()
  expect(secret).toMatch(/^unmet_\w{38}$/u)
  await checkLooks(page, 'api-key-made')
  await page.getByRole('button', { name: 'I have it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  const usage = () => page.request.get('/api/v1/usage', { headers: { authorization: `Bearer ${secret}` } })
  expect((await usage()).status()).toBe(200)

  await openAdmin(page)
  const panel = page.getByRole('region', { name: 'API keys' })
  await expect(panel.getByText('Nightly report', { exact: true })).toBeVisible()
  await checkLooks(page, 'api-keys-operator')
  await panel.getByRole('button', { name: /^End key Nightly report of / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End key' }).click()
  await expect(toasts(page).getByText('Key ended')).toBeVisible()
  await expect(panel.getByText('Ended', { exact: true })).toBeVisible()
  expect((await usage()).status()).toBe(401)

  await openPage(page, '/profile')
  await expect(page.getByText('Ended by the operator')).toBeVisible()
})
