import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import {
  keywords,
  places,
  reading,
  searchAndRead,
  searchFor,
  toasts,
  tooltip,
} from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

test('a keyword becomes scored posts with the words that earned their points', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('2 free searches available today')).toBeVisible()
  await searchAndRead(page, keywords.found)

  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(`for “${keywords.found}”`)
  await expect(toasts(page).getByText('Opportunities discovered')).toBeVisible()
  await expect(page.getByText('1 free search remaining today')).toBeVisible()
  const first = page.getByRole('list', { name: 'Results', exact: true }).getByRole('listitem').first()
  await expect(first.getByText(/Opportunity score \d+ of 100/u)).toBeVisible()
  await expect(first.getByText('Sample', { exact: true })).toBeVisible()
  await expect(first.getByText('Persona: ')).toBeAttached()
  await expect(first.getByText('Why: ')).toBeAttached()
  // The searched words have their own style.
  await expect(first.locator('b').first()).toHaveText(/time|track/iu)
  await expect(reading(page).locator('mark').first()).toBeVisible()
  await expect(page.getByText(/The newest post is .* old\. Searched \d+ sample posts/u)).toBeVisible()
})

test('pointing at a marked word says what it counted for', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await expect(reading(page).getByText('points add up')).toBeVisible()
  const mark = reading(page).locator('p mark[data-evidence]').first()
  await mark.hover()
  await expect(tooltip(page, await mark.getAttribute('data-evidence'))).toBeVisible()
})

test('a marked word whose explanation does not arrive leaves the page as it is', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await page.route(/anchored-tooltip/u, (route) => route.abort())
  await expect(reading(page).getByText('points add up')).toBeVisible()
  const mark = reading(page).locator('p mark[data-evidence]').first()
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('anchored-tooltip'))
  await mark.hover()
  await failed
  await expect(mark).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
})

test('results download as CSV under the name of their session', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  const session = new URL(page.url()).searchParams.get('session')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading

  expect(download.suggestedFilename()).toBe(`unmet_problems_${session}.csv`)
  await expect(toasts(page).getByText('Download started')).toBeVisible()
  const csv = await readFile(await download.path(), 'utf8')
  const count = await places(page).count()
  expect(csv.trim().split('\r\n').length).toBeGreaterThan(count)
})

test('a download that fails says so', async ({ page, context }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect(toasts(page).getByText('Download failed')).toBeVisible()
  await expect(toasts(page).getByText('Failed to download CSV file')).toBeVisible()
})

test('an empty answer says what was searched and what to try', async ({ page }) => {
  await page.goto('/')
  await searchFor(page, keywords.absent)
  await expect(page.getByRole('heading', { name: `Nothing found for “${keywords.absent}”` })).toBeFocused()
  await expect(page.getByText(/starter collection.*Try fewer/u)).toBeVisible()
  await expect(page.getByText('A search that finds nothing is not counted.')).toBeVisible()
  await expect(page.getByText('2 free searches available today')).toBeVisible()
  await expect(toasts(page).getByText('Opportunities discovered')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeHidden()
})

test('a misspelt keyword is answered with the one that was meant, which fills the box and searches nothing', async ({
  page,
}) => {
  await page.goto('/')
  await searchFor(page, 'onboardign')
  await page.getByRole('link', { name: 'onboarding', exact: true }).click()
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toHaveValue('onboarding')
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeFocused()
  await expect(page).toHaveURL('/?q=onboarding')
  await expect(page.getByText('2 free searches available today')).toBeVisible()
})

test('posts with only most of the words say so, wherever they stand', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.related)
  await expect(
    page
      .getByRole('list', { name: 'Results' })
      .getByText(/^Without “.+”$/)
      .first(),
  ).toBeVisible()
})

test('a link to the keyword is copied, which spends nothing before a press', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(toasts(page).getByText('Link copied')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(address).search).toBe('?q=time+tracking')
  await page.goto(address)
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toHaveValue(keywords.found)
  await expect(page.getByText('1 free search remaining today')).toBeVisible()
})
