import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
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

/** Records the searches that a page sends from now on. */
function searchesOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/search/u.test(request.url())) sent.push(request.url())
  })
  return sent
}

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

test('pointing at a highlight shows its points', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await expect(reading(page).getByText('points add up')).toBeVisible()
  const mark = reading(page).locator('p mark[data-evidence]').first()
  await mark.hover()
  await expect(tooltip(page, await mark.getAttribute('data-evidence'))).toBeVisible()
})

test('if the explanation of a highlight fails to load, the page does not change', async ({ page }) => {
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

test('results are downloaded as a CSV file named after their session', async ({ page }) => {
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

test('a failed download is reported', async ({ page, context }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect(toasts(page).getByText('Download failed')).toBeVisible()
  await expect(toasts(page).getByText('Failed to download CSV file')).toBeVisible()
})

test('empty results say what was searched and what to try', async ({ page }) => {
  await page.goto('/')
  await searchFor(page, keywords.absent)
  await expect(page.getByRole('heading', { name: `Nothing found for “${keywords.absent}”` })).toBeFocused()
  await expect(page.getByText(/starter collection.*Try fewer/u)).toBeVisible()
  await expect(page.getByText('A search that finds nothing is not counted.')).toBeVisible()
  await expect(page.getByText('2 free searches available today')).toBeVisible()
  await expect(toasts(page).getByText('Opportunities discovered')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeHidden()
})

test('a misspelt keyword gives a suggestion, which fills the box without a search', async ({ page }) => {
  await page.goto('/')
  await searchFor(page, 'onboardign')
  await page.getByRole('link', { name: 'onboarding', exact: true }).click()
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toHaveValue('onboarding')
  await expect(page.getByRole('searchbox', { name: 'Keyword' })).toBeFocused()
  await expect(page).toHaveURL('/?q=onboarding')
  await expect(page.getByText('2 free searches available today')).toBeVisible()
})

test('a post with only most of the words says so, wherever it ranks', async ({ page }) => {
  await page.goto('/')
  await searchAndRead(page, keywords.related)
  await expect(
    page
      .getByRole('list', { name: 'Results' })
      .getByText(/^Without “.+”$/)
      .first(),
  ).toBeVisible()
})

test('a copied link opens the results with the open post and does not count as a search', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await searchAndRead(page, keywords.found)
  const second = places(page).nth(1)
  await second.click()
  const title = await page.locator('[data-pane-title]').innerText()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(toasts(page).getByText('Link copied')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  const elsewhere = await browser.newContext()
  const reader = await elsewhere.newPage()
  const searches = searchesOf(reader)
  await reader.goto(address)
  await expect(reader.locator('[data-pane-title]')).toHaveText(title)
  await expect(places(reader)).toHaveCount(await places(page).count())
  expect(searches).toEqual([])
  await elsewhere.close()
})

test('a wrong query is not sent; the box marks the error and gives the reason until the query changes', async ({
  page,
}) => {
  await page.goto('/')
  const searches = searchesOf(page)
  const box = page.getByRole('searchbox', { name: 'Keyword' })
  await box.fill('  crm   (erp')
  await page.keyboard.press('Enter')
  await expect(page.getByText('At character 9: this parenthesis is not closed.')).toBeVisible()
  const marked = await box.evaluate((field: HTMLInputElement) =>
    field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
  )
  expect(marked).toBe('(')
  await box.fill('  crm   (erp)')
  await expect(page.getByText('this parenthesis is not closed.')).toBeHidden()
  expect(searches).toEqual([])
})
