import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { isSignedIn, makeUserElsewhere, openAdmin, operator, userRow } from '#tests/harness/browser-admin.ts'
import { confirmAddress, mailedLink } from '#tests/harness/browser-mail.ts'
import { toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

const someone = () => `grace.${crypto.randomUUID().slice(0, 13)}@example.test`
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Opens the users table, filtered by a search. */
const openUsers = (page: Page, search: string) => openAdmin(page, `?tab=users&search=${search}`)

test('an operator gives Pro without a payment, and takes it back', async ({ page, product }) => {
  const { email } = await makeUserElsewhere(product, someone())
  await openUsers(page, email)
  const row = userRow(page, email)
  await expect(row.getByText('Free', { exact: true })).toBeVisible()
  await expect(row.getByText('0 this month')).toBeVisible()
  await expect(row.getByText('Never')).toBeVisible()

  await row.getByRole('button', { name: /^Promote to Pro/u }).click()
  const promote = dialog(page, 'Promote User to Pro')
  await expect(promote.getByText('gives unlimited monthly searches')).toBeVisible()
  await expect(promote.getByText('bypasses the payment system')).toBeVisible()
  await promote.getByRole('button', { name: 'Promote to Pro' }).click()
  await expect(toasts(page).getByText('User Promoted')).toBeVisible()
  await expect(toasts(page).getByText(`${email} has been promoted to Pro.`)).toBeVisible()
  await expect(row.getByText('Pro', { exact: true })).toBeVisible()

  await row.getByRole('button', { name: /^Demote to Free/u }).click()
  const demote = dialog(page, 'Demote User to Free')
  await expect(demote.getByText('limits to 2 searches per month')).toBeVisible()
  await expect(demote.getByText('may affect current usage')).toBeVisible()
  await demote.getByRole('button', { name: 'Demote to Free' }).click()
  await expect(toasts(page).getByText('User Demoted')).toBeVisible()
  await expect(toasts(page).getByText(`${email} has been demoted to Free.`)).toBeVisible()
  await expect(row.getByText('Free', { exact: true })).toBeVisible()

  await page.goto('/admin?tab=activity&list=audit')
  const entry = page.getByRole('row').filter({ hasText: email })
  await expect(entry.filter({ hasText: 'Promoted to Pro' })).toHaveCount(1)
  await expect(entry.filter({ hasText: 'Demoted to Free' }).getByText(operator.username)).toBeVisible()
})

test('an operator changes an address, which its owner has to confirm', async ({ page, product }) => {
  const user = await makeUserElsewhere(product, someone())
  const taken = await makeUserElsewhere(product, someone())
  await openUsers(page, user.email)
  await userRow(page, user.email)
    .getByRole('button', { name: /^Change Email/u })
    .click()
  const change = dialog(page, 'Change Email Address')
  await expect(change).toContainText(`${user.email} will no longer sign in`)
  const give = async (address: string) => {
    await change.getByLabel('New email address').fill(address)
    await change.getByRole('button', { name: 'Change Address' }).click()
  }
  await give(taken.email)
  await expect(change.getByLabel('New email address')).toHaveAccessibleDescription(
    'Another account has this address already.',
  )
  const moved = `moved-${user.email}`
  await give(moved)
  await expect(
    toasts(page).getByText(`${user.email} is now ${moved}, which has to be confirmed.`),
  ).toBeVisible()
  await expect(userRow(page, moved)).toBeVisible()
  expect(await isSignedIn(product, user)).toBe(false)
  expect(await mailedLink(product, { address: moved, page: '/verify-email' })).toContain('token=')
})

test('an operator sets a password, which ends the sessions of its owner', async ({ page, product }) => {
  const user = await makeUserElsewhere(product, someone())
  expect(await isSignedIn(product, user)).toBe(true)
  await openUsers(page, user.email)
  await userRow(page, user.email)
    .getByRole('button', { name: /^Reset Password/u })
    .click()
  const reset = dialog(page, 'Reset User Password')
  const fill = async (password: string, confirmation: string) => {
    await reset.getByLabel('New Password', { exact: true }).fill(password)
    await reset.getByLabel('Confirm Password', { exact: true }).fill(confirmation)
    await reset.getByRole('button', { name: 'Reset Password' }).click()
  }
  await expect(reset.getByText('At least 6 characters.')).toBeVisible()
  await fill('five5', '')
  await expect(reset.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(reset.getByText('Please confirm your password')).toBeVisible()
  await fill('kettle9', 'kettle8')
  await expect(reset.getByText("Passwords don't match")).toBeVisible()
  await fill('kettle9', 'kettle9')
  await expect(toasts(page).getByText('Password Reset Successfully')).toBeVisible()
  await expect(reset).toBeHidden()

  expect(await isSignedIn(product, user)).toBe(false)
  const login = await page.request.post('/api/login', { data: { email: user.email, password: 'kettle9' } })
  expect(login.status()).toBe(200)
  await page.goto('/')
  await expect(dialog(page, 'Choose a new password')).toBeVisible()
})

test('"select all" excludes the operator, and the others are deleted permanently', async ({
  page,
  product,
}) => {
  await makeUserElsewhere(product, operator.username)
  await confirmAddress(page, product, operator.username)
  const others = [1, 2, 3].map((at) => `${crypto.randomUUID().slice(0, 8)}.${at}-${operator.username}`)
  const users = await Promise.all(others.map((email) => makeUserElsewhere(product, email)))
  await openUsers(page, operator.username)

  const admin = userRow(page, operator.username)
  await expect(admin.getByText('Protected Admin Account')).toBeVisible()
  await expect(admin.getByText('Admin', { exact: true })).toBeVisible()
  await expect(admin.getByRole('button')).toHaveCount(0)
  const adminBox = admin.getByRole('checkbox')
  await expect(adminBox).toBeDisabled()
  await adminBox.hover()
  await expect(
    page.getByRole('presentation').getByText('Admin accounts cannot be selected or deleted'),
  ).toBeVisible()
  await adminBox.click({ force: true })
  await expect(toasts(page).getByText('Cannot Select Admin')).toBeVisible()
  await expect(toasts(page).getByText('Admin accounts cannot be selected for bulk operations.')).toBeVisible()
  await expect(adminBox).not.toBeChecked()

  const all = page.getByRole('checkbox', { name: 'Select all non-admin users' })
  await all.check()
  await expect(toasts(page).getByText('Admin Users Excluded')).toBeVisible()
  await expect(toasts(page).getByText('1 admin account was left out of the selection.')).toBeVisible()
  await expect(page.getByText('3 selected')).toBeVisible()
  await expect(adminBox).not.toBeChecked()

  await page.getByRole('button', { name: 'Delete Selected' }).click()
  const confirm = dialog(page, 'Confirm Bulk Delete')
  for (const what of ['accounts and profiles', 'search history and results', 'all related data']) {
    await expect(confirm.getByText(what)).toBeVisible()
  }
  await confirm.getByRole('button', { name: 'Delete 3 users' }).click()
  await expect(toasts(page).getByText('Bulk Delete Completed')).toBeVisible()
  await expect(toasts(page).getByText('3 users deleted.')).toBeVisible()
  for (const email of others) await expect(userRow(page, email)).toHaveCount(0)
  await expect(admin).toBeVisible()
  await expect(page.getByText(/selected$/u)).toBeHidden()
  for (const user of users) expect(await isSignedIn(product, user)).toBe(false)
})

test('users are searched, filtered, sorted and paged, and the URL contains these settings', async ({
  page,
  product,
}) => {
  const { email } = await makeUserElsewhere(product, someone())
  await openAdmin(page)
  await page.getByRole('tab', { name: 'Users' }).click()
  await expect(page.getByText(/^Showing [\d,]+ of [\d,]+ users$/u)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search users' }).fill(email.toUpperCase())
  await expect(page.getByText(/^Showing 1 of [\d,]+ users$/u)).toBeVisible()
  await page.getByLabel('Sort').selectOption('Alphabetical')
  await page.getByLabel('Filter').selectOption('Recent (7d)')
  await expect(userRow(page, email)).toBeVisible()
  await page.getByLabel('Filter').selectOption('Pro Only')
  await expect(page.getByRole('heading', { name: 'No users match the current filter' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Filter')).toHaveValue('pro')
  await expect(page.getByLabel('Sort')).toHaveValue('alphabetical')
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('')
  await expect(page.getByLabel('Filter')).toHaveValue('all')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

test('text typed while the URL is being updated stays, and is searched', async ({ page }) => {
  await openAdmin(page, '?tab=users')
  const box = page.getByRole('searchbox', { name: 'Search users' })
  await box.focus()
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history)
    history.replaceState = (...entry) => {
      history.replaceState = replace
      replace(...entry)
      // Types the next key before the page renders the new URL.
      document.execCommand('insertText', false, 'e')
    }
  })
  await page.keyboard.type('grac')
  await expect(page).toHaveURL(/search=grace$/u)
  await expect(box).toHaveValue('grace')
})

test('the shown users are exported as a CSV file', async ({ page, product }) => {
  const { email } = await makeUserElsewhere(product, someone())
  await openUsers(page, email)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('unmet-users.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(email)
  await expect(toasts(page).getByText('Download started')).toBeVisible()
})

test('no user can be selected until the operator accounts are known', async ({ page, product }) => {
  const { email } = await makeUserElsewhere(product, someone())
  await page.route('**/api/admin/user-ids', () => undefined)
  await openUsers(page, email)
  await expect(userRow(page, email).getByText('Loading')).toBeAttached()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test('"select all" is disabled while the users load', async ({ page, product }) => {
  const { email } = await makeUserElsewhere(product, someone())
  const read = Promise.withResolvers<void>()
  await page.route('**/api/admin/user-page*', async (route) => {
    await read.promise
    await route.continue()
  })
  const idsKnown = page.waitForResponse('**/api/admin/user-ids')
  await openUsers(page, email)
  await (await idsKnown).finished()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  read.resolve()
  await page.getByRole('checkbox', { name: 'Select all non-admin users' }).check()
  await expect(page.getByText('1 selected')).toBeVisible()
})
