import { expect, type Page } from '@playwright/test'
import {
  accountMenu,
  type BrowserPerson,
  field,
  makeBrowserPerson,
  signIn,
  signUpPerson,
} from '#tests/harness/browser-accounts.ts'
import { mailedLink, mailsTo } from '#tests/harness/browser-mail.ts'
import {
  keywords,
  openPage,
  searchAndRead,
  searchFor,
  searchOut,
  toasts,
} from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

async function fillSignUp(page: Page, person: BrowserPerson): Promise<void> {
  await field(page, 'First Name').fill(person.firstName)
  await field(page, 'Last Name').fill(person.lastName)
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

async function logOut(page: Page): Promise<void> {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
}

test('a visitor signs up, keeps the results on the screen, and finds them in the history', async ({
  page,
}) => {
  const person = makeBrowserPerson()
  await openPage(page)
  await searchAndRead(page, keywords.few)
  const titles = await page.locator('li h3').allInnerTexts()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillSignUp(page, person)

  await expect(toasts(page).getByText('Account Created!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome, Ada!' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  expect(await page.locator('li h3').allInnerTexts()).toEqual(titles)
  await expect(page.getByRole('link', { name: new RegExp(`“${keywords.few}”`, 'u') })).toBeVisible()
})

test('a free account searches twice a month, and opening its history does not count', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page)
  await expect(page.getByText('2 of 2 free searches remaining this month')).toBeVisible()
  await searchAndRead(page, keywords.few)
  await expect(page.getByText('1 of 2 free searches remaining this month')).toBeVisible()
  const titles = await page.locator('li h3').allInnerTexts()
  await searchFor(page, keywords.related)

  await expect(page.getByText('Monthly limit reached')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Find Opportunities' })).toBeDisabled()
  await expect(page.getByText('You have used your 2 free searches of this month.')).toBeVisible()

  await page.getByRole('link', { name: 'Unmet' }).click()
  await page.getByRole('link', { name: new RegExp(`“${keywords.few}”`, 'u') }).click()
  await expect(toasts(page).getByText('Original results loaded')).toBeVisible()
  await expect(toasts(page).getByText('Showing your original search - no credits used!')).toBeVisible()
  expect(await page.locator('li h3').allInnerTexts()).toEqual(titles)
})

test('a search that another tab left no allowance for moves the focus to the reason', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page)
  await expect(page.getByText('2 of 2 free searches remaining this month')).toBeVisible()
  for (const keyword of [keywords.few, keywords.related]) {
    const elsewhere = await page.request.post('/api/search', { data: { keyword } })
    expect(elsewhere.status()).toBe(200)
  }
  await searchFor(page, keywords.few)
  await expect(
    page.getByRole('heading', { name: 'You have used your 2 free searches of this month.' }),
  ).toBeFocused()
})

test('signing out leads to the start page; signing in leads to the requested page', async ({ page }) => {
  const person = await signUpPerson(page)
  await openPage(page, '/profile')
  await logOut(page)
  await expect(toasts(page).getByText('Logged out')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect((await page.request.get('/api/user')).status()).toBe(401)

  await page.goto('/profile')
  await expect(page.getByText('Please log in to access your profile.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, person.email.toUpperCase(), `${person.password}!`)
  await expect(toasts(page).getByText('Login Failed')).toBeVisible()
  await expect(toasts(page).getByText('Invalid email or password. Please try again.')).toBeVisible()
  // The message stays in the form after the toast is gone.
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Invalid email or password. Please try again.',
  )
  await signIn(page, person.email.toUpperCase(), person.password)
  await expect(toasts(page).getByText('Welcome back!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
})

test('signing in and out on the start page leads to its top, with the focus on the page', async ({
  page,
}) => {
  await openPage(page)
  await page.getByRole('link', { name: 'Start for free' }).click()
  await fillSignUp(page, makeBrowserPerson())
  await expect(page.getByRole('heading', { name: 'Welcome, Ada!' })).toBeInViewport()
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('End')
  await logOut(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a mailed link replaces a forgotten password, once', async ({ page, product }) => {
  const person = await signUpPerson(page)
  await page.context().clearCookies()
  await openPage(page, '/auth/login')
  await field(page, 'Email').fill(person.email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset your password' })
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(toasts(page).getByText('Reset Link Sent')).toBeVisible()
  const sent = 'If an account with that email exists, a password reset link has been sent.'
  await expect(toasts(page).getByText(sent, { exact: true })).toBeVisible()
  await expect(toasts(page).getByText(/^No mail server is configured/u)).toBeVisible()

  const link = await mailedLink(product, { address: person.email, page: '/reset-password' })
  await page.goto(link)
  await field(page, 'New Password').fill('a new plum teapot')
  await field(page, 'Confirm Password').fill('a new plum teapo')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(field(page, 'Confirm Password')).toBeFocused()
  await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription("Passwords don't match")
  await field(page, 'Confirm Password').fill('a new plum teapot')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(toasts(page).getByText('Password Reset Successful')).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await signIn(page, person.email, 'a new plum teapot')
  await expect(accountMenu(page)).toBeVisible()

  await page.goto(link)
  await field(page, 'New Password').fill('another plum teapot')
  await field(page, 'Confirm Password').fill('another plum teapot')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
})

test('errors are shown at their fields, and the first one has the focus', async ({ page }) => {
  await openPage(page, '/auth?tab=sign-up')
  await field(page, 'Last Name').fill('x'.repeat(51))
  await field(page, 'Email').fill('nobody')
  await field(page, 'Password').fill('short')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(field(page, 'First Name')).toBeFocused()
  await expect(field(page, 'First Name')).toHaveAccessibleDescription('First name is required')
  await expect(field(page, 'Last Name')).toHaveAccessibleDescription('Last name too long')
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(field(page, 'Password')).toHaveAccessibleDescription(
    /^Password must be at least 8 characters/u,
  )
  await field(page, 'First Name').fill('Ada')
  await expect(field(page, 'First Name')).toHaveAttribute('aria-invalid', 'false')
})

test('signing up with a known address reveals nothing on the page, and informs the owner by mail', async ({
  page,
  product,
}) => {
  const person = await signUpPerson(page)
  await page.context().clearCookies()
  await openPage(page, '/auth?tab=sign-up')
  await fillSignUp(page, { ...person, firstName: 'Eve' })
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused()
  await expect(async () => {
    expect((await mailsTo(product, person.email)).length).toBeGreaterThan(1)
  }).toPass()
})

test('a visitor at the limit is offered an account that keeps their searches', async ({ page }) => {
  await openPage(page)
  await searchOut(page)
  const dialog = page.getByRole('dialog', { name: 'Keep searching with a free account' })
  await searchFor(page, keywords.few)
  await dialog.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(page.getByText('Free searches used up today')).toBeVisible()
  await expect(toasts(page).getByText('Search failed')).toBeHidden()
  await page.evaluate(() => localStorage.clear())
  await openPage(page)
  await searchFor(page, keywords.few)
  await expect(dialog.getByText('Sign in with your email address.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  await expect(dialog.getByText('2 searches a month, starting now')).toBeVisible()
  await dialog.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'See what an account includes' }).click()
  await dialog.getByRole('link', { name: 'Continue with Free Account' }).click()
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
})
