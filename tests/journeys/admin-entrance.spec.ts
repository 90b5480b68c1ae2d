import { expect, type Page } from '@playwright/test'
import { codeOfStep, stepAt } from '#server/features/admin/one-time-code.ts'
import { field, signUpPerson } from '#tests/harness/browser-accounts.ts'
import { openAdmin, openTab, operator, operatorMailbox } from '#tests/harness/browser-admin.ts'
import { mailedLink } from '#tests/harness/browser-mail.ts'
import { test as own } from '#tests/harness/browser-own-product.ts'
import { type BrowserProduct, startBrowserProduct } from '#tests/harness/browser-product.ts'
import { keywords, openPage, searchAndRead, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

async function logIn(page: Page, password: string): Promise<void> {
  await field(page, 'Username').fill(operator.username)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

own(
  'the first operator sets the place up, leaves, comes back, and resets the password by mail',
  async ({ page, fresh }) => {
    own.slow()
    await page.goto('/admin')
    await expect(page).toHaveURL('/admin/setup')
    await expect(page.getByRole('heading', { name: 'Admin Setup' })).toBeVisible()
    await page.goto('/admin/login')
    await expect(page).toHaveURL('/admin/setup')

    const create = page.getByRole('button', { name: 'Create Admin Account' })
    await field(page, 'Username').fill('op')
    await field(page, 'Password').fill('short')
    await create.click()
    await expect(page.getByText('Username must be at least 3 characters')).toBeVisible()
    await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
    await expect(page.getByText('Please confirm your password')).toBeVisible()
    await field(page, 'Username').fill(operator.username)
    await field(page, 'Password').fill(operator.password)
    await field(page, 'Confirm Password').fill(`${operator.password}!`)
    await create.click()
    await expect(page.getByText("Passwords don't match")).toBeVisible()
    await field(page, 'Confirm Password').fill(operator.password)
    await create.click()
    await expect(toasts(page).getByText('Admin Setup Complete')).toBeVisible()
    await expect(page).toHaveURL('/admin')
    await expect(page.getByText(`Welcome back, ${operator.username}`)).toBeVisible()
    await expect(page.getByText('First login')).toBeVisible()

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/admin/login')
    await expect(page.getByRole('link', { name: 'Back to main site' })).toHaveAttribute('href', '/')
    await page.goto('/admin/setup')
    await expect(page).toHaveURL('/admin/login')
    await page.goto('/admin')
    await expect(page).toHaveURL('/admin/login')

    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await logIn(page, 'not the password')
    await expect(toasts(page).getByText('Login Failed')).toBeVisible()
    await logIn(page, operator.password)
    await expect(toasts(page).getByText('Login Successful')).toBeVisible()
    await expect(page.getByText(/^Last login: /u)).toBeVisible()

    await page.getByRole('button', { name: 'Logout' }).click()
    await field(page, 'Username').fill(operator.username)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    const forgot = page.getByRole('dialog', { name: 'Reset your admin password' })
    await expect(forgot.getByLabel('Username')).toHaveValue(operator.username)
    await forgot.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(toasts(page).getByText('Reset Link Sent')).toBeVisible()
    await page.goto(await mailedLink(fresh, { address: operatorMailbox, page: '/admin/reset-password' }))
    const changed = `${operator.password} too`
    await field(page, 'New Password').fill(changed)
    await field(page, 'Confirm Password').fill(changed)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(toasts(page).getByText('Admin Password Reset Successful')).toBeVisible()
    await expect(page).toHaveURL('/admin/login')
    await logIn(page, changed)
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  },
)

own.describe('in production', () => {
  // These tests share a product, because neither changes what the other sees.
  own.describe.configure({ mode: 'default' })
  let started: Promise<BrowserProduct> | undefined
  own.use({
    fresh: [
      async ({ browserName }, use) => {
        started ??= startBrowserProduct(`${browserName}-production`, { NODE_ENV: 'production' })
        await use(await started)
      },
      { scope: 'test', timeout: 120_000 },
    ],
  })
  own.afterAll(async () => {
    const product = await started
    await product?.stop()
  })

  own('only who can read the log of the server becomes its operator', async ({ page, fresh }) => {
    await openPage(page, '/admin/setup')
    await field(page, 'Username').fill(operator.username)
    await field(page, 'Password').fill(operator.password)
    await field(page, 'Confirm Password').fill(operator.password)
    const create = page.getByRole('button', { name: 'Create Admin Account' })
    await create.click()
    await expect(page.getByText('The setup code is required')).toBeVisible()
    await field(page, 'Setup code').fill('00000-00000-00000-00000')
    await create.click()
    await expect(toasts(page).getByText('Setup Failed')).toBeVisible()
    const refusal = 'Enter the setup code that the server printed in its log when it started.'
    await expect(page.getByRole('form', { name: 'Admin Setup' }).getByText(refusal)).toBeVisible()
    expect((await page.request.get('/api/admin/me')).status()).toBe(401)

    const [, code = ''] = /with the setup code ([\w-]+)/u.exec(fresh.log()) ?? []
    await field(page, 'Setup code').fill(code)
    await create.click()
    await expect(toasts(page).getByText('Admin Setup Complete')).toBeVisible()
    await expect(page).toHaveURL('/admin')
    await expect(page.getByText(`Welcome back, ${operator.username}`)).toBeVisible()
  })

  own('without keys of the payment provider nothing offers Pro', async ({ page }) => {
    own.slow()
    const offers = async () =>
      (await page.locator('body').innerText())
        .replace('Pro is not offered on this site: its operator has not set up payments.', '')
        .split('\n')
        .filter((line) => /\bPro\b|upgrade to|\$1\.99/iu.test(line))
    for (const path of ['/', '/subscribe', '/terms', '/contact', '/scoring']) {
      await openPage(page, path)
      expect(await offers(), path).toEqual([])
    }
    await searchOut(page)
    expect(await offers()).toEqual([])
    await signUpPerson(page)
    await searchOut(page)
    await expect(page.getByText('Monthly limit reached')).toBeVisible()
    expect(await offers()).toEqual([])
    await openPage(page, '/profile')
    await expect(page.getByRole('list', { name: 'Signed-in browsers' })).toBeVisible()
    await expect(page.getByText('can allow API keys with API_KEYS=everybody')).toBeVisible()
    expect(await offers()).toEqual([])
    for (const path of ['/developers', '/watches', '/own']) {
      await openPage(page, path)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      expect(await offers(), path).toEqual([])
    }
  })
})

/** Uses up the two free searches. */
async function searchOut(page: Page): Promise<void> {
  await openPage(page)
  await searchAndRead(page, keywords.few)
  await searchAndRead(page, keywords.related)
}

test('an operator turns on two-step sign-in, uses it, and turns it off', async ({ page }) => {
  test.slow()
  await openAdmin(page, '?tab=settings')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(toasts(page).getByText('Not changed')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(operator.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const link = await dialog.getByRole('link', { name: 'open it on this device' }).getAttribute('href')
  const secret = new URL(link ?? '').searchParams.get('secret') ?? ''
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(toasts(page).getByText('Not turned on')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOfStep(secret, stepAt(new Date())))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allInnerTexts()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await logIn(page, operator.password)
  await expect(field(page, 'Code')).toBeFocused()
  // The code field also gets the focus after a failure that is unrelated to the code.
  await page.route('**/api/admin/login', (route) => route.abort(), { times: 1 })
  await field(page, 'Code').fill('000000')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(toasts(page).getByText('Login Failed')).toBeVisible()
  await expect(field(page, 'Code')).toBeFocused()
  await field(page, 'Code').fill(recovery)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await openTab(page, 'Settings')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(operator.password)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(toasts(page).getByText('Two-step sign-in is off')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('an operator switches payments to sandbox and back', async ({ page }) => {
  test.slow()
  await openAdmin(page, '?tab=settings')
  const sandbox = page.getByRole('switch', { name: 'Sandbox mode' })
  await expect(sandbox).not.toBeChecked()
  await expect(page.getByText('Local stand-in: no real payments')).toBeVisible()
  await expect(page.getByText('Live payments with real transactions')).toBeHidden()
  await expect(page.getByText('Not set', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Not configured')).toBeVisible()
  await expect(field(page, 'Production Price ID')).toHaveValue('')
  // The saved values are shown before the refetch.
  const readAgain = Promise.withResolvers<void>()
  await page.route('**/api/admin/stripe-config', async (route) => {
    if (route.request().method() === 'GET') await readAgain.promise
    await route.continue()
  })
  await sandbox.click()
  await expect(sandbox).toBeChecked()
  readAgain.resolve()
  await expect(toasts(page).getByText('Payment Configuration Updated')).toBeVisible()
  await expect(toasts(page).getByText('Successfully switched to sandbox mode')).toBeVisible()
  await expect(sandbox).toBeChecked()
  await expect(page.getByText(/^Last modified: /u)).toBeVisible()
  await page.reload()
  await expect(sandbox).toBeChecked()
  await sandbox.click()
  await expect(toasts(page).getByText('Successfully switched to production mode')).toBeVisible()

  await field(page, 'Sandbox Price ID').fill('prod_not_a_price')
  await page.getByRole('button', { name: 'Save Price IDs' }).click()
  await expect(page.getByText('A price id begins with price_')).toBeVisible()

  await page.route('**/api/admin/stripe-config', (route) => route.fulfill({ status: 500, body: '' }))
  await sandbox.click()
  await expect(toasts(page).getByText('Update Failed')).toBeVisible()
  await expect(
    toasts(page).getByText('Failed to update payment configuration. Please try again.'),
  ).toBeVisible()
  await expect(sandbox).not.toBeChecked()
  await page.reload()
  await expect(page.getByText('Payment configuration not available')).toBeVisible()
})

test('a tab with old payment settings undoes nothing, and then shows the new ones', async ({ page }) => {
  await openAdmin(page, '?tab=settings')
  const sandbox = page.getByRole('switch', { name: 'Sandbox mode' })
  await expect(sandbox).not.toBeChecked()
  const elsewhere = (mode: string) => page.request.post('/api/admin/stripe-config', { data: { mode } })
  expect((await elsewhere('sandbox')).status()).toBe(200)
  await page.getByRole('button', { name: 'Save Price IDs' }).click()
  await expect(page.getByRole('alert')).toContainText('The payment configuration was changed in the meantime')
  await expect(sandbox).toBeChecked()
  await page.getByRole('button', { name: 'Save Price IDs' }).click()
  await expect(toasts(page).getByText('The price ids are saved.')).toBeVisible()
  await expect(sandbox).toBeChecked()
  expect((await elsewhere('production')).status()).toBe(200)
})

test("the end of the operator's session leads to the login, and a signed-in account stays signed in", async ({
  page,
}) => {
  test.slow()
  const person = await signUpPerson(page)
  await openAdmin(page)
  await expect(page.getByText('Total Users')).toBeVisible()
  // The session ends while the users are loading. At any other moment, the test would race with the page's
  // requests.
  await page.route('**/api/admin/user-page*', async (route) => {
    await page.request.post('/api/admin/logout')
    await route.continue()
  })
  await openTab(page, 'Users')
  await expect(page).toHaveURL('/admin/login')
  await expect(page.getByText(person.email)).toBeHidden()
  await openPage(page, '/profile')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
})

own.describe('with the provider’s keys', () => {
  const keys = (mode: 'PRODUCTION' | 'SANDBOX', side: 'live' | 'test') => ({
    [`STRIPE_${mode}_SECRET_KEY`]: `sk_${side}_0123456789abcdef`,
    [`STRIPE_${mode}_WEBHOOK_SECRET`]: 'whsec_0123456789abcdef',
  })
  own.use({ environment: { ...keys('PRODUCTION', 'live'), ...keys('SANDBOX', 'test') } })

  own('the settings say what each mode does, and that the keys are set', async ({ page }) => {
    await openAdmin(page, '?tab=settings')
    await expect(page.getByText('Live payments with real transactions')).toBeVisible()
    await expect(page.getByText('Set on the server')).toHaveCount(2)
    await expect(page.getByText('Local stand-in: no real payments')).toBeHidden()
    await page.getByRole('switch', { name: 'Sandbox mode' }).click()
    await expect(page.getByText('Test mode with fake transactions')).toBeVisible()
  })
})
