import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { codeOfStep, stepAt } from '#server/features/admin/one-time-code.ts'
import { field } from '#tests/harness/browser-accounts.ts'
import { makeUserElsewhere, openAdmin, operator, userRow } from '#tests/harness/browser-admin.ts'
import { test as own } from '#tests/harness/browser-own-product.ts'
import { openPage, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

const press = (area: Page | Locator, name: string | RegExp) => area.getByRole('button', { name }).click()
const someone = () => `grace.${crypto.randomUUID().slice(0, 13)}@example.test`

const reads = [
  { query: '', call: 'charts?*', words: 'The trends could not be read.' },
  { query: '', call: 'health', words: 'The health could not be read.' },
  { query: '', call: 'scan', words: 'The daily scan could not be read.' },
  { query: '?tab=users', call: 'user-page?*', words: 'The users could not be read.' },
  { query: '?tab=activity', call: 'search-sessions?*', words: 'The searches could not be read.' },
  { query: '?tab=activity&list=audit', call: 'audit-log?*', words: 'The audit log could not be read.' },
  { query: '?tab=settings', call: 'second-factor', words: 'Two-step sign-in could not be read.' },
  { query: '?tab=settings', call: 'stripe-config', words: 'Payment configuration not available' },
]

test('admin data that failed to load is loaded with "Try again"', async ({ page }) => {
  await openAdmin(page)
  for (const { query, call, words } of reads) {
    const path = `**/api/admin/${call}`
    await page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(`/admin${query}`)
    const failure = page.getByText(words)
    await expect(failure).toBeVisible()
    await page.unroute(path)
    await press(page, 'Try again')
    await expect(failure).toBeHidden()
  }
  await page.route('**/api/admin/setup-status', (route) => route.fulfill({ status: 500, body: '' }))
  await openPage(page, '/admin/setup')
  await expect(page.getByText('The server could not tell whether setup is complete.')).toBeVisible()
  await page.unroute('**/api/admin/setup-status')
  await press(page, 'Try again')
  await expect(page).toHaveURL('/admin/login')
})

test('every dialog about users can be cancelled without a change', async ({ page, product }) => {
  const { email } = await makeUserElsewhere(product, someone())
  const changes: string[] = []
  await openAdmin(page, `?tab=users&search=${email}`)
  page.on('request', (request) => changes.push(...(request.method() === 'POST' ? [request.url()] : [])))
  const row = userRow(page, email)
  await row.getByRole('checkbox').check()
  const dialogs = [
    { opens: row.getByRole('button', { name: /^Promote to Pro/u }), name: 'Promote User to Pro' },
    { opens: row.getByRole('button', { name: /^Reset Password/u }), name: 'Reset User Password' },
    { opens: page.getByRole('button', { name: 'Delete Selected' }), name: 'Confirm Bulk Delete' },
  ]
  for (const { opens, name } of dialogs) {
    await opens.click()
    await press(page.getByRole('dialog', { name }), 'Cancel')
    await expect(page.getByRole('dialog', { name })).toBeHidden()
  }
  await expect(row.getByText('Free', { exact: true })).toBeVisible()
  expect(changes).toEqual([])
})

test('if the session ends during an action, the last message says so and the page leads to the login', async ({
  page,
  product,
}) => {
  const { email } = await makeUserElsewhere(product, someone())
  const over = { status: 401, json: { message: 'Sign in first', code: 'unauthenticated' } }
  await openAdmin(page, `?tab=users&search=${email}`)
  await page.route('**/api/admin/promote-user', (route) => route.fulfill(over))
  await press(userRow(page, email), /^Promote to Pro/u)
  await press(page.getByRole('dialog', { name: 'Promote User to Pro' }), 'Promote to Pro')
  await expect(page).toHaveURL('/admin/login')
  await expect(toasts(page).getByText('Your admin session has ended. Please sign in again.')).toBeVisible()
  await expect(toasts(page).getByText('Promotion Failed')).toHaveCount(0)
})

test('a slow deletion continues after its dialog is closed, deselects its users, and lists the users that were not deleted', async ({
  page,
  product,
}) => {
  const { email } = await makeUserElsewhere(product, someone())
  const other = await makeUserElsewhere(product, `another.${email}`)
  const deletion = Promise.withResolvers<void>()
  await page.route('**/api/admin/delete-users', async (route) => {
    await deletion.promise
    const [userId = ''] = route.request().postDataJSON().userIds
    const summary = { successfullyDeleted: 0, failed: 1 }
    return route.fulfill({
      json: { deleted: [], errors: [{ userId, email, reason: 'It was kept.' }], summary },
    })
  })
  await openAdmin(page, `?tab=users&search=${email}`)
  await userRow(page, email).getByRole('checkbox').check()
  await press(page, 'Delete Selected')
  const asked = page.getByRole('dialog', { name: 'Confirm Bulk Delete' })
  await press(asked, 'Delete 1 user')
  await expect(asked.getByRole('status')).toHaveText(/^The server is slow/u)
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(userRow(page, email).getByRole('checkbox')).not.toBeChecked()
  await userRow(page, other.email).getByRole('checkbox').check()
  deletion.resolve()
  await expect(page.getByText(`${email}: It was kept.`)).toBeVisible()
  await expect(userRow(page, other.email).getByRole('checkbox')).toBeChecked()
  await press(page, 'Close the list of failures')
  await expect(page.getByText(`${email}: It was kept.`)).toBeHidden()
})

test('long lists are paged: users in both directions, events with "Show older"', async ({ page }) => {
  // Simulates 120 users by returning the first page for each page.
  await page.route('**/api/admin/user-page?*', async (route) => {
    const address = new URL(route.request().url())
    const asked = Number(address.searchParams.get('page') ?? 1)
    address.searchParams.set('page', '1')
    const response = await route.fetch({ url: address.href })
    await route.fulfill({ response, json: { ...(await response.json()), page: asked, matching: 120 } })
  })
  await openAdmin(page, '?tab=users')
  const pages = page.getByRole('navigation', { name: 'Pages of users' })
  await expect(pages.getByText('Page 1 of 3')).toBeVisible()
  await press(pages, 'Next')
  await expect(pages.getByText('Page 2 of 3')).toBeVisible()
  await expect(page).toHaveURL(/page=2/u)
  await press(pages, 'Previous')
  await expect(pages.getByText('Page 1 of 3')).toBeVisible()
  await page.getByLabel('Rows').selectOption('100 per page')
  await expect(pages.getByText('Page 1 of 2')).toBeVisible()

  const moment = new Date().toISOString()
  const row = (keyword: string) => ({
    id: crypto.randomUUID(),
    keyword,
    resultsCount: 1,
    ipAddress: null,
    createdAt: moment,
  })
  await page.route('**/api/admin/search-sessions?*', (route) => {
    const older = route.request().url().includes('before=')
    return route.fulfill({
      json: older ? [row('long ago')] : Array.from({ length: 50 }, () => row('just now')),
    })
  })
  await page.goto('/admin?tab=activity')
  await press(page, 'Show older')
  await expect(page.getByText('"long ago"')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show older' })).toBeHidden()
})

test('the operator’s login pages link back to the main site', async ({ page }) => {
  await openAdmin(page)
  await openPage(page, '/admin/reset-password')
  await page.getByRole('link', { name: 'Get a new link' }).click()
  const forgot = page.getByRole('dialog', { name: 'Reset your admin password' })
  await press(forgot, 'Cancel')
  await expect(forgot).toBeHidden()
  const refusal = { status: 401, json: { message: 'A code', code: 'second_factor_required' } }
  await page.route('**/api/admin/login', (route) => route.fulfill(refusal))
  await field(page, 'Username').fill(operator.username)
  await field(page, 'Password').fill(operator.password)
  await press(page, 'Sign In')
  await expect(field(page, 'Code')).toBeVisible()
  await press(page, 'Use another account')
  await expect(field(page, 'Username')).toBeVisible()
  await expect(field(page, 'Code')).toBeHidden()
})

own.describe('of a product of its own', () => {
  own.use({
    environment: {
      HACKER_NEWS: 'on',
      HACKER_NEWS_SEARCH_URL: 'http://127.0.0.1:2',
      SCAN_KEYWORDS: 'ledger',
      SCAN_AT: 'never',
    },
    permissions: ['clipboard-read', 'clipboard-write'],
  })

  own('the operator starts a scan, sets the prices, and keeps recovery codes', async ({ page }) => {
    own.slow()
    await openAdmin(page)
    await press(page, 'Scan now')
    await expect(toasts(page).getByText('Scan started')).toBeVisible()

    await page.goto('/admin?tab=settings')
    const price = field(page, 'Production Price ID')
    const known = await price.inputValue()
    await price.fill('price_of_nothing')
    await press(page, 'Save Price IDs')
    await expect(toasts(page).getByText('This price cannot be used')).toBeVisible()
    await price.fill(known)
    await press(page, 'Save Price IDs')
    await expect(toasts(page).getByText('Payment Configuration Updated')).toBeVisible()
    await expect(page.getByText(/^Last modified: /u)).toBeVisible()

    await press(page, 'Set up')
    const dialog = page.getByRole('dialog', { name: /two-step|recovery codes/iu })
    await press(dialog, 'Cancel')
    await expect(dialog).toBeHidden()
    await press(page, 'Set up')
    await dialog.getByLabel('Password', { exact: true }).fill(operator.password)
    await press(dialog, 'Continue')
    const link = await dialog.getByRole('link', { name: 'open it on this device' }).getAttribute('href')
    const secret = new URL(link ?? '').searchParams.get('secret') ?? ''
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOfStep(secret, stepAt(new Date())))
    await press(dialog, 'Turn on')
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const first = await codes.allInnerTexts()
    await press(dialog, 'Copy')
    await expect(toasts(page).getByText('Recovery codes copied')).toBeVisible()
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n')).toEqual(first)
    const downloading = page.waitForEvent('download')
    await press(dialog, 'Save as a file')
    expect((await readFile(await (await downloading).path(), 'utf8')).trim().split('\n')).toEqual(first)
    await press(dialog, 'I have saved them')

    await press(page, 'New recovery codes')
    await dialog.getByLabel('Password', { exact: true }).fill(operator.password)
    await press(dialog, 'Make new codes')
    await expect(codes).toHaveCount(10)
    expect(await codes.allInnerTexts()).not.toEqual(first)
  })
})
