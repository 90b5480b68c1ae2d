import { expect } from '@playwright/test'
import { test as own } from '#tests/harness/browser-own-product.ts'
import { keywords, openPage, searchAndRead, searchFor, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

const warning = '⚠️ Use shorter, focused keywords for better results (max 8 words)'

test('a ninth word shows a warning and disables the button until it is removed', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('searchbox', { name: 'Keyword' })
  const button = page.getByRole('button', { name: 'Find Opportunities' })
  await box.fill('one two three four five six seven eight nine')
  await expect(page.getByRole('alert')).toHaveText(warning)
  await expect(button).toBeDisabled()
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await expect(box).toHaveAccessibleDescription(/max 8 words/u)

  await box.fill('one two three four five six seven eight')
  await expect(page.getByText(warning)).toBeHidden()
  await expect(button).toBeEnabled()
})

test('an empty box asks for a keyword and takes the focus', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Find Opportunities' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter a keyword')
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeFocused()
})

test('a visitor has two searches; a third attempt offers an account and does not count', async ({ page }) => {
  const searches: string[] = []
  page.on('request', (request) => searches.push(...(request.method() === 'POST' ? [request.url()] : [])))
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await searchAndRead(page, 'invoice')
  await expect(page.getByText('Free searches used up today')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const address = page.url()

  await searchFor(page, 'clients')
  const dialog = page.getByRole('dialog', { name: 'Keep searching with a free account' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText('2 searches a month, starting now')).toBeVisible()
  await expect(dialog).not.toContainText(/analysis|unlimited/iu)
  await dialog.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeFocused()
  const prompt = 'Sign in to get 2 free searches per month, or upgrade to Pro for unlimited access.'
  // The offer is shown once, with the next steps.
  await expect(page.getByText('Free searches used up today')).toHaveCount(1)
  await expect(page.getByText(prompt)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Find Opportunities' })).toBeDisabled()

  expect(page.url()).toBe(address)
  expect(searches).toHaveLength(2)
  await page.reload()
  await expect(page.getByText(prompt)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
})

test('the server enforces the limit if a visitor clears the count on the device', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await searchAndRead(page, 'invoice')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await searchFor(page, 'clients')
  await page.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(page.getByText('Free searches used up today')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeDisabled()
})

own.describe('in a network without free searches', () => {
  own.use({ environment: { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '0' } })

  own('a visitor is told that the network has used them up, and keeps their own', async ({ page }) => {
    await page.goto('/')
    await searchFor(page, keywords.found)
    const dialog = page.getByRole('dialog', { name: 'Keep searching with a free account' })
    await expect(dialog).toContainText("Your network's free searches for today are used up.")
    await expect(dialog).toContainText('2 searches a month, once your email address is confirmed')
    await expect(dialog).not.toContainText('the ones you just made')
    await dialog.getByRole('button', { name: 'Maybe Later' }).click()
    await expect(page.getByText('Free searches used up today')).toHaveCount(1)
    await expect(
      page.getByText('The visitors on your network share a number of free searches.'),
    ).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeEnabled()

    await page.goto('/')
    await expect(page.getByText('2 free searches available today')).toBeVisible()
  })
})

test('a failed search does not count and can be tried again', async ({ page, context }) => {
  await openPage(page)
  await context.setOffline(true)
  await searchFor(page, keywords.found)
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeFocused()
  await expect(toasts(page).getByText('Search failed')).toBeVisible()
  await expect(page.getByText('2 free searches available today')).toBeVisible()

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  await expect(page.getByText('1 free search remaining today')).toBeVisible()
})
