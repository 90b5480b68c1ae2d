import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { keywords, searchAndRead, searchFor, toasts, tooltip } from '#tests/harness/browser-states.ts'
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
  await expect(first.getByText(/^Persona: /u)).toBeVisible()
  await expect(first.getByText(/^Why: /u)).toBeVisible()
  await expect(first.locator('mark').first()).toBeVisible()
})

test('the points of a post add up to its score', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  const first = page.getByRole('list', { name: 'Results', exact: true }).getByRole('listitem').first()
  await first.getByText(/points add up/u).click()

  const cells = await first.locator('tbody tr > td:first-child').allInnerTexts()
  const sum = cells.reduce((total, text) => total + Number(text.replace('−', '-')), 0)
  const score = Number(await first.locator('tfoot td').first().innerText())
  expect(sum).toBeCloseTo(score, 1)
  await expect(first.getByText(new RegExp(`Opportunity score ${score} of 100`, 'u'))).toBeVisible()
})

test('pointing at a marked word says what it counted for', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  const mark = page.locator('p mark[data-evidence]').first()
  await mark.hover()
  await expect(tooltip(page, await mark.getAttribute('data-evidence'))).toBeVisible()
})

test('a marked word whose explanation does not arrive leaves the page as it is', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await page.route(/anchored-tooltip/u, (route) => route.abort())
  const mark = page.locator('p mark[data-evidence]').first()
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
  const count = await page
    .getByRole('list', { name: /results$/iu })
    .locator('> li')
    .count()
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
    page.getByRole('list', { name: 'Results' }).getByText('Most of your words').first(),
  ).toBeVisible()
})
