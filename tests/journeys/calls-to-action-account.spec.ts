import { expect, type Locator, type Page } from '@playwright/test'
import { accountMenu, field, signIn, signUpPerson } from '#tests/harness/browser-accounts.ts'
import { wakePage } from '#tests/harness/browser-built-page.ts'
import { test as own } from '#tests/harness/browser-own-product.ts'
import { keywords, openPage, resultList, searchAndRead, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'
import { type FakeGithub, githubClient, startFakeGithub } from '#tests/harness/fake-github.ts'

const press = (area: Page | Locator, name: string | RegExp) => area.getByRole('button', { name }).click()

/** Makes a request of the page fail until it is retried. */
async function expectReadAgain(page: Page, call: string, path: string, words: string): Promise<void> {
  const reads = `**/api/${call}`
  await page.route(reads, (route) => route.fulfill({ status: 500, body: '' }))
  await openPage(page, path)
  await expect(page.getByText(words)).toBeVisible()
  await page.unroute(reads)
  await press(page, 'Try again')
  await expect(page.getByText(words)).toBeHidden()
}

test('account data that failed to load is loaded with "Try again"', async ({ page }) => {
  await signUpPerson(page)
  await expectReadAgain(page, 'sessions', '/profile', 'Your sessions could not be read.')
  await expect(page.getByRole('list', { name: 'Signed-in browsers' })).toBeVisible()
  await expectReadAgain(page, 'billing', '/profile', 'Your payment details could not be loaded.')
  await expect(page.getByText(/nothing to pay/u)).toBeVisible()
  await expectReadAgain(page, 'search-history', '/', 'Your history could not be read.')
  await expect(page.getByText('No searches yet')).toBeVisible()
})

test('other browsers are signed out from the profile, first one, then all', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signUpPerson(page)
  const others = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: baseURL ?? '' })))
  for (const { request } of others) await request.post('/api/login', { data: person })
  const statuses = async () =>
    Promise.all(others.map(async ({ request }) => (await request.get('/api/user')).status()))
  expect(await statuses()).toEqual([200, 200])

  await openPage(page, '/profile')
  const rows = page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await rows
    .getByRole('button', { name: /^Sign out of/u })
    .first()
    .click()
  await expect(rows).toHaveCount(2)
  expect((await statuses()).toSorted((a, b) => a - b)).toEqual([200, 401])
  await press(page, 'Sign out everywhere else')
  await expect(toasts(page).getByText('Only this browser is still signed in.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  expect(await statuses()).toEqual([401, 401])
  for (const other of others) await other.close()
})

test('"Keep my account" keeps it, and the close button closes the dialog', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page, '/profile')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  for (const way of ['Keep my account', 'Close']) {
    await press(page, 'Delete account')
    await press(dialog, way)
    await expect(dialog).toBeHidden()
  }
  expect((await page.request.get('/api/user')).status()).toBe(200)
})

test('a person who does not want to choose a new password can log out', async ({ page }) => {
  await signUpPerson(page)
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch()
    if (response.status() !== 200) return route.fulfill({ response })
    await route.fulfill({ response, json: { ...(await response.json()), mustChangePassword: true } })
  })
  // The dialog may open before the heading of the page is accessible.
  await page.goto('/')
  await wakePage(page)
  await press(page.getByRole('dialog', { name: 'Choose a new password' }), 'Log out instead')
  await expect(page.locator('h1')).toHaveText(/^Find the problems/u)
  expect((await page.request.get('/api/user')).status()).toBe(401)
})

test('every link to reset a password opens the dialog, and Cancel closes it', async ({ page }) => {
  for (const path of ['/reset-password', '/contact']) {
    await openPage(page, path)
    await page.getByRole('main').locator('a[href*="forgot"]').click()
    const dialog = page.getByRole('dialog', { name: 'Reset your password' })
    await expect(dialog).toBeVisible()
    await press(dialog, 'Cancel')
    await expect(dialog).toBeHidden()
  }
})

test('the links between sign-in and sign-up work, also after a mail was sent', async ({ page }) => {
  const person = await signUpPerson(page)
  await page.context().clearCookies()
  await openPage(page, '/auth')
  await press(page, 'Create a free account')
  await expect(page.locator('h1')).toHaveText('Create your free account')
  await press(page, 'Sign in instead')
  await expect(page.locator('h1')).toHaveText('Sign in to Unmet')
  await press(page, 'Show password')
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
  await press(page, 'Hide password')
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')

  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await field(page, 'First Name').fill('Eve')
  await field(page, 'Last Name').fill('Lovelace')
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await press(page, 'Create Account')
  await press(page, 'Reset my password')
  const dialog = page.getByRole('dialog', { name: 'Reset your password' })
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
  await press(dialog, 'Cancel')
  await press(page, 'Back to Sign In')
  await expect(page.locator('h1')).toHaveText('Sign in to Unmet')
})

test('a visitor at the limit signs in and finds the results again', async ({ page }) => {
  const person = await signUpPerson(page)
  await page.context().clearCookies()
  await openPage(page)
  await searchAndRead(page, keywords.related)
  await searchAndRead(page, keywords.few)
  await expect(page.getByText('Free searches used up today')).toBeVisible()
  const address = page.url()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, person.email, person.password)
  await expect(accountMenu(page)).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(resultList(page)).toBeVisible()
})

test('a page whose code is gone after an upgrade offers to reload it', async ({ page, complaints }) => {
  await openPage(page)
  await page.route('**/assets/contact-page*.js', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { name: 'Unmet was updated' })).toBeVisible()
  await page.unroute('**/assets/contact-page*.js')
  await press(page, 'Reload the page')
  await expect(page.locator('h1')).toHaveText('Contact')

  await page.route('**/assets/*.js', (route) => route.abort('connectionrefused'))
  await page.mouse.move(2, 2)
  await page.mouse.move(4, 4)
  const reload = page.getByRole('link', { name: 'Reload the page' })
  await expect(reload).toBeVisible()
  await page.unroute('**/assets/*.js')
  await reload.click()
  await expect(reload).toBeHidden()
  await press(page, /^Switch/u)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(complaints.filter((one) => !/Failed to fetch/u.test(one))).toEqual([])
  complaints.length = 0
})

test('a small part whose code is gone leaves the rest of the page, and a toast offers to reload it', async ({
  page,
  complaints,
}) => {
  await signUpPerson(page)
  await page.route('**/assets/account-overview*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await openPage(page)
  await expect(page.getByRole('heading', { name: 'Unmet was updated' })).toBeVisible()
  await searchAndRead(page, keywords.few)
  await expect(resultList(page)).toBeVisible()
  await page.unroute('**/assets/account-overview*.js')

  await page.route('**/assets/keyboard-help*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.keyboard.press('?')
  await expect(toasts(page).getByText(/^Unmet may have been updated/u)).toBeVisible()
  await page.unroute('**/assets/keyboard-help*.js')
  await press(toasts(page), 'Reload')
  await expect(toasts(page).getByText(/^Unmet may have been updated/u)).toBeHidden()
  await expect(resultList(page)).toBeVisible()
  expect(complaints.filter((one) => !/Failed to fetch/u.test(one))).toEqual([])
  complaints.length = 0
})

test('every page for accounts says when the session has ended elsewhere, and offers to sign in', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signUpPerson(page)
  await openPage(page, '/profile')
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  await other.request.post('/api/login', { data: person })
  await other.request.post('/api/sessions/end-others')
  await other.close()
  await press(page, 'Download my data')
  const said = page.getByText(/^Your session has ended/u)
  await expect(said).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, person.email, person.password)
  await expect(page.locator('h1')).toHaveText('Profile Settings')
  await expect(said).toBeHidden()

  const paths = ['/profile', '/watches', '/lists', '/own']
  for (const path of paths) {
    await page.context().addCookies([{ name: 'signed-in', value: '1', url: baseURL ?? '' }])
    await page.context().clearCookies({ name: /sid$/u })
    await openPage(page, path)
    await expect(said).toBeVisible()
    await expect(page.getByText(/and you return to this page/u)).toBeVisible()
  }
})

/** The product with keys for two identity providers, only one of which responds. */
const withProviders = own.extend<{ github: FakeGithub }>({
  github: async ({ browserName }, use) => {
    const fake = await startFakeGithub()
    fake.person = {
      id: 7,
      name: browserName,
      emails: [{ email: 'ada@example.test', primary: true, verified: true }],
    }
    await use(fake)
    await fake.close()
  },
  environment: async ({ github }, use) =>
    use({
      GITHUB_CLIENT_ID: githubClient.clientId,
      GITHUB_CLIENT_SECRET: githubClient.clientSecret,
      GITHUB_URL: github.url,
      GITHUB_API_URL: github.url,
      GOOGLE_CLIENT_ID: 'an-id',
      GOOGLE_CLIENT_SECRET: 'a-secret',
      GOOGLE_ISSUER: 'http://127.0.0.1:2',
    }),
})

withProviders(
  'another service signs a person in where they were going, or says why it does not',
  async ({ page }) => {
    await openPage(page, '/auth/login?next=%2Fprofile')
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await expect(page.getByRole('alert')).toHaveText(/^The other service did not answer/u)
    await page.getByRole('link', { name: 'Continue with GitHub' }).click()
    await expect(page.locator('h1')).toHaveText('Profile Settings')
    await expect(accountMenu(page)).toBeVisible()
  },
)

withProviders(
  'the profile lists the services that sign in, removes one while another way is left, and links it again',
  async ({ page }) => {
    await openPage(page, '/auth/login?next=%2Fprofile')
    await page.getByRole('link', { name: 'Continue with GitHub' }).click()
    const methods = page.getByRole('region', { name: 'Sign-in methods' })
    await expect(methods).toContainText('ada@example.test, linked on')
    await expect(methods).toContainText('It is the only way to sign in.')
    await expect(methods.getByRole('button', { name: 'Remove GitHub' })).toBeHidden()
    await field(page, 'New Password').fill('a new plum teapot')
    await field(page, 'Confirm Password').fill('a new plum teapot')
    await page.getByRole('button', { name: 'Set Password' }).click()
    await methods.getByRole('button', { name: 'Remove GitHub' }).click()
    // Messages are dialogs too.
    const dialog = page.getByRole('dialog', { name: /\?$/u })
    await dialog.getByLabel('Current Password').fill('not my password')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(dialog.getByLabel('Current Password')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Current Password').fill('a new plum teapot')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(dialog).toBeHidden()
    await expect(methods.getByRole('button', { name: 'Link GitHub' })).toBeVisible()
    await expect(methods.getByRole('heading', { name: 'Sign-in methods' })).toBeFocused()

    const link = async (name: string) => {
      await methods.getByRole('button', { name: `Link ${name}` }).click()
      await dialog.getByLabel('Current Password').fill('a new plum teapot')
      await dialog.getByRole('button', { name: `Continue to ${name}` }).click()
    }
    await link('Google')
    await expect(page.getByRole('alert')).toHaveText(/^The other service did not answer/u)
    await link('GitHub')
    await expect(page.getByRole('status').getByText('GitHub now signs in to this account.')).toBeVisible()
    await expect(methods.getByRole('button', { name: 'Remove GitHub' })).toBeVisible()
    await expect(methods).not.toContainText('It is the only way to sign in.')
  },
)
