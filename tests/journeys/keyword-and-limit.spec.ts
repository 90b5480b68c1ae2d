import { expect } from '@playwright/test'
import { keywords, openPage, searchAndRead, searchFor, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

const warning = '⚠️ Use shorter, focused keywords for better results (max 8 words)'

test('a ninth word warns and locks the button until it is gone', async ({ page }) => {
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

test('after two searches the box is locked, also after a reload, and the results stay', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await searchFor(page, 'invoice')
  // An account is offered by itself; until the offer is closed, the page beneath is not there.
  await page.getByRole('button', { name: 'Maybe Later' }).click()
  const prompt = 'Sign in to get 2 free searches per month, or upgrade to Pro for unlimited access.'
  // Said once, with what can be done.
  await expect(page.getByText('Free searches used up today')).toHaveCount(1)
  await expect(page.getByText(prompt)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Find Opportunities' })).toBeDisabled()

  await page.reload()
  await expect(page.getByText(prompt)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
})

test('the server holds a visitor to the limit who clears the count on the device', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await searchFor(page, 'invoice')
  await expect(page.getByRole('button', { name: 'Maybe Later' })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await searchFor(page, 'clients')
  await page.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(page.getByText('Free searches used up today')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeDisabled()
})

test('a search that fails costs nothing and can be tried again', async ({ page, context }) => {
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
