import { expect, type Page } from '@playwright/test'
import { field } from '#tests/harness/browser-accounts.ts'
import { operator } from '#tests/harness/browser-admin.ts'
import { wakePage } from '#tests/harness/browser-built-page.ts'
import { test as own } from '#tests/harness/browser-own-product.ts'
import { resultList } from '#tests/harness/browser-states.ts'
import { startFakeSites } from '#tests/harness/fake-sites.ts'

type FakeSites = Awaited<ReturnType<typeof startFakeSites>>

const test = own.extend<{ fakeSites: FakeSites }>({
  fakeSites: async ({ browserName }, use) => {
    expect(browserName).toBe('chromium')
    const fakeSites = await startFakeSites()
    await use(fakeSites)
    await fakeSites.stop()
  },
  environment: async ({ fakeSites }, use) => use({ ...fakeSites.environment, HACKER_NEWS: 'off' }),
})

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

const notChanged = 'The source could not be changed. Please try again.'

async function add(page: Page, address: string, title: string): Promise<void> {
  await field(page, 'Address').fill(address)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByRole('heading', { name: title })).toBeFocused()
  await expect(page.getByText('Its newest posts, scored')).toBeVisible()
  await page.getByRole('button', { name: 'Add this source' }).click()
  await expect(card(page, title)).toBeVisible()
}

test('an operator adds sources of three kinds and sees their posts; a removed source disappears', async ({
  page,
  fakeSites,
}) => {
  test.setTimeout(180_000)
  await page.goto('/')
  await wakePage(page)
  await page.getByRole('link', { name: 'Add the first source' }).click()
  await field(page, 'Username').fill(operator.username)
  await field(page, 'Password').fill(operator.password)
  await field(page, 'Confirm Password').fill(operator.password)
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await page.getByRole('link', { name: 'Add a source' }).click()
  await expect(page).toHaveURL('/admin?tab=sources')
  await expect(page.getByText(/^No source is active yet/u)).toBeVisible()

  await field(page, 'Address').fill('https://www.reddit.com/r/saas')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Reddit, which gives no new access')

  await add(page, fakeSites.url, 'A forum of freelancers')
  await add(page, `${fakeSites.url}/feed.xml`, 'Wishes of bookkeepers')
  await page.getByRole('button', { name: 'Preview: Software Recommendations' }).click()
  await expect(page.getByText(/CC BY-SA: whoever shows/u)).toBeVisible()
  await page.getByRole('button', { name: 'Add this source' }).click()
  for (const title of ['A forum of freelancers', 'Wishes of bookkeepers', 'Software Recommendations']) {
    await expect(card(page, title).getByText('6 posts stored.')).toBeVisible({ timeout: 60_000 })
    await expect(card(page, title).getByText('On', { exact: true })).toBeVisible()
  }

  await page.goto('/')
  await wakePage(page)
  await field(page, 'Keyword').fill('invoices')
  await page.keyboard.press('Enter')
  const results = resultList(page).getByRole('listitem')
  await expect(results.first()).toBeVisible()
  await expect(results.filter({ hasText: 'Quinn Askwell' }).first()).toBeVisible()
  await expect(page.getByText('Sample')).toHaveCount(0)

  await page.goto('/admin?tab=sources')
  await page.route('**/api/admin/sources/*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Pause Software Recommendations' }).click()
  await expect(card(page, 'Software Recommendations').getByRole('alert')).toHaveText(notChanged)
  await page.getByRole('button', { name: 'Change Wishes of bookkeepers' }).click()
  const changing = page.getByRole('dialog', { name: 'Change Wishes of bookkeepers' })
  await changing.getByRole('button', { name: 'Save' }).click()
  await expect(changing.getByRole('alert')).toHaveText(notChanged)
  await changing.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/api/admin/sources/*')
  await page.getByRole('button', { name: 'Pause Software Recommendations' }).click()
  await expect(card(page, 'Software Recommendations').getByText('Paused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Change Wishes of bookkeepers' }).click()
  await field(page, 'Read').selectOption('Every 6 hours')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Wishes of bookkeepers').getByText(/Every 6 hours\. Last read/u)).toBeVisible()
  await page.getByRole('button', { name: 'Remove A forum of freelancers' }).click()
  await page.getByRole('button', { name: 'Remove with its posts' }).click()
  await expect(
    card(page, 'A forum of freelancers').getByText(/^0 of its posts are still stored/u),
  ).toBeVisible({
    timeout: 60_000,
  })

  const keywords = page.getByRole('form', { name: 'Add keywords' })
  await keywords.getByRole('button', { name: 'Add keywords' }).click()
  await expect(keywords.getByRole('alert')).toHaveText('Choose a file, or enter one keyword per line.')
  const file = keywords.getByLabel('File')
  const listName = keywords.getByLabel('Name of the list')
  await file.focus()
  await file.setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.alloc(900_000, 'a') })
  await expect(keywords.getByRole('alert')).toHaveText('This file is too large for a list export.')
  await expect(listName).toHaveAccessibleDescription('Give the list a name.')
  await expect(file).toBeFocused()
  await listName.fill('F5Bot')
  for (const lines of ['late invoices', 'late invoices\nchurn rate']) {
    const choosing = page.waitForEvent('filechooser')
    await file.click()
    const chooser = await choosing
    // Browsers fire no event for a file that is already selected.
    await expect(file).toHaveValue('')
    await chooser.setFiles({ name: 'f5bot.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) })
    await expect(keywords.getByLabel('Keywords')).toHaveValue(lines)
    await expect(keywords.getByRole('alert')).toHaveCount(0)
  }
  await keywords.getByRole('button', { name: 'Add keywords' }).click()
  await expect(keywords.getByRole('status')).toHaveText('2 keywords added, 0 already listed.')
  const held = page.getByRole('list', { name: 'Keywords of F5Bot' })
  await page.getByRole('button', { name: 'Turn off churn rate' }).click()
  await expect(
    held.getByRole('listitem').filter({ hasText: 'churn rate' }).getByText('Off', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on churn rate' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove late invoices' }).click()
  await expect(held.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Scan keywords' })).toBeFocused()
  const removeAll = page.getByRole('button', { name: 'Remove all of F5Bot' })
  await removeAll.click()
  const asked = page.getByRole('dialog', { name: 'Remove all of F5Bot?' })
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(removeAll).toBeFocused()
  await removeAll.click()
  await asked.getByRole('button', { name: 'Remove all' }).click()
  await expect(held).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Scan keywords' })).toBeFocused()
})
