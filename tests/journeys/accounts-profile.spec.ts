import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { accountMenu, field, signIn, signUpPerson } from '#tests/harness/browser-accounts.ts'
import { mailedLink } from '#tests/harness/browser-mail.ts'
import { openPage, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

test('a link confirms an address, and the profile no longer asks for it', async ({ page, product }) => {
  const person = await signUpPerson(page)
  await openPage(page, '/profile')
  await expect(page.getByText('Please confirm your email address')).toBeVisible()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(toasts(page).getByText('Mail Sent')).toBeVisible()
  // The first link was sent at sign-up; only the newest link is valid.
  await page.goto(await mailedLink(product, { address: person.email, page: '/verify-email', mails: 2 }))
  // Mail scanners open the link too, so opening it must not confirm the address.
  await expect(page.getByRole('heading', { name: 'Is this address yours?' })).toBeVisible()
  const isVerified = async () => (await (await page.request.get('/api/user')).json()).emailVerified
  expect(await isVerified()).toBe(false)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the search' })).toBeVisible()
  expect(await isVerified()).toBe(true)
  await openPage(page, '/profile')
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await expect(page.getByText('Please confirm your email address')).toBeHidden()
})

test('a changed name is shown at once', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page, '/profile')
  await field(page, 'First Name').fill('  ')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(field(page, 'First Name')).toHaveAccessibleDescription('First name is required')
  await field(page, 'First Name').fill('Grace')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page).getByText('Profile Updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account menu of Grace Lovelace' })).toBeVisible()
})

test('a changed password signs the other browsers out', async ({ page, browser, baseURL }) => {
  const person = await signUpPerson(page)
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await elsewhere.newPage()
  await openPage(other, '/auth')
  await signIn(other, person.email, person.password)
  await expect(accountMenu(other)).toBeVisible()

  await openPage(page, '/profile')
  await expect(page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem')).toHaveCount(2)
  const change = async (current: string) => {
    await field(page, 'Current Password').fill(current)
    await field(page, 'New Password').fill('a new plum teapot')
    await field(page, 'Confirm Password').fill('a new plum teapot')
    await page.getByRole('button', { name: 'Change Password' }).click()
  }
  await change('not my password')
  await expect(field(page, 'Current Password')).toBeFocused()
  await expect(field(page, 'Current Password')).toHaveAttribute('aria-invalid', 'true')
  await change(person.password)
  await expect(toasts(page).getByText('Password Changed')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem')).toHaveCount(1)

  await other.getByRole('button', { name: /^Account menu/u }).click()
  await other.getByRole('menuitem', { name: 'Profile Settings' }).click()
  await expect(other.getByText('Please log in to access your profile.')).toBeVisible()
  await elsewhere.close()
})

test('a person downloads their data and deletes the account', async ({ page }) => {
  const person = await signUpPerson(page)
  await openPage(page, '/profile')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(person.email)

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByRole('listitem')).toContainText(['search history', 'own material', 'API keys'])
  await dialog.getByLabel('Password', { exact: true }).fill('not my password')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(toasts(page).getByText('Account Deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, person.email, person.password)
  await expect(toasts(page).getByText('Login Failed')).toBeVisible()
})

test('the account menu works using only the keyboard', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page)
  await accountMenu(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(accountMenu(page)).toBeFocused()
  await page.keyboard.press('Enter')
  // The menu gets the focus in the next frame. A key pressed earlier would go to the menu's button.
  await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeFocused()
  for (const name of ['Watches', 'My material', 'My lists', 'Profile Settings']) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('the account menu opens within the window', async ({ page }) => {
    await signUpPerson(page)
    await openPage(page)
    await accountMenu(page).tap()
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeInViewport({ ratio: 1 })
    // On a phone, content that overflows would make the window wider.
    expect(await page.evaluate(() => window.innerWidth)).toBe(390)
  })
})
