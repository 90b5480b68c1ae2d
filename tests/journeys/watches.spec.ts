import { rm } from 'node:fs/promises'
import { expect, type Locator } from '@playwright/test'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { checkLooks } from '#tests/harness/browser-looks.ts'
import { makeDataDir, startProductOn } from '#tests/harness/browser-product.ts'
import { openPage, reading, searchFor, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'
import { importMadePosts } from '#tests/harness/import-made-posts.ts'

/** Posts of a made-up dump, written an hour ago, and one of an earlier year. */
const createdAt = new Date(Date.now() - 3_600_000)
const made = [
  { id: 'fresh0', title: 'Our harbour ledger takes hours', createdAt },
  { id: 'fresh1', title: 'Which ledger do harbours use?', createdAt },
  { id: 'old1', title: 'An old ledger', createdAt: new Date('2023-11-14T22:13:20Z') },
]

const markedIn = (box: Locator) =>
  box.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd))

test('a watch marks new posts until they are seen, and is paused, deleted and restored', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const dataDir = await makeDataDir('watches')
  const first = await startProductOn(dataDir)
  const context = await browser.newContext({ baseURL: first.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signUpPerson(page)
  await page.goto('/watches')
  await expect(page.getByText('No watches yet.')).toBeVisible()
  const query = page.getByLabel('What to watch for')
  await query.fill('ledger (harbour')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(query).toHaveAccessibleDescription(/At character 8: this parenthesis is not closed/u)
  expect(await markedIn(query)).toBe('(')
  await query.fill('')
  await page.getByText('Write it with a form').click()
  await page.getByLabel('At least one of these').fill('ledger, harbour')
  await expect(query).toHaveValue('(ledger OR harbour)')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText(/^This watch would have found \d+ posts? in the last 90 days\./u)).toBeVisible()
  await checkLooks(page, 'new-watch')
  await page.getByLabel('Name').fill('Ledgers')
  await page.getByRole('button', { name: 'Save watch' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ledgers' })).toBeVisible()
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Change' })).toBeFocused()

  // Pending jobs start when the product starts.
  await first.stop()
  await importMadePosts(dataDir, made)
  const second = await startProductOn(dataDir)
  const bell = page.getByRole('link', { name: 'Watches: 2 new posts' })
  await expect(async () => {
    await page.goto(second.url)
    await expect(bell).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  const home = page.getByRole('region', { name: 'Watches' })
  await expect(home.getByText('2 new')).toBeVisible()
  await expect(home.getByText('1 older post arrived')).toBeVisible()
  await checkLooks(page, 'home')
  await home.getByRole('link', { name: 'Ledgers' }).click()
  const results = page.getByRole('list', { name: 'Results', exact: true })
  await expect(results.getByRole('listitem')).toHaveCount(2)
  await expect(results.getByText('New', { exact: true })).toHaveCount(2)
  await expect(page.getByText('1 post written long ago arrived too.')).toBeVisible()
  await expect(page.locator('[data-pane-title]')).toBeVisible()
  await expect(reading(page).getByText('points add up')).toBeVisible()
  await checkLooks(page, 'watch')
  await expect(page.getByRole('link', { name: 'Watches', exact: true })).toBeVisible()
  await page.reload()
  await expect(results.getByRole('listitem')).toHaveCount(2)
  await expect(results.getByText('New', { exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Pause Ledgers' }).click()
  await expect(page.getByRole('button', { name: 'Resume Ledgers' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Ledgers' }).click()
  await expect(page).toHaveURL(`${second.url}/watches`)
  await expect(page.getByText('No watches yet.')).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(
    page.getByRole('list', { name: 'Watches' }).getByRole('link', { name: 'Ledgers' }),
  ).toBeVisible()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await checkLooks(page, 'watches')
  await context.close()
  await second.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('the button beside results fills in the watch', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page)
  await searchFor(page, 'invoice')
  await page.getByRole('link', { name: 'Watch this' }).click()
  await expect(page.getByLabel('What to watch for')).toHaveValue('invoice')
})
