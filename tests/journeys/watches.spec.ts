import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Locator, type Page } from '@playwright/test'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { makeDataDir, startProductOn } from '#tests/harness/browser-product.ts'
import { openPage, reading, searchFor, toasts } from '#tests/harness/browser-states.ts'
import { expectAccessible, test } from '#tests/harness/browser-test.ts'

const root = join(import.meta.dirname, '../..')

/** Posts of a made-up dump, written an hour ago, and one of an earlier year. */
const fresh = ['Our harbour ledger takes hours', 'Which ledger do harbours use?'].map((title, at) => ({
  id: `fresh${at}`,
  subreddit: 'harbours',
  title,
  selftext: 'I waste hours every week on it. I would pay for something that works.',
  created_utc: Math.floor(Date.now() / 1000) - 3600,
  score: 5,
  permalink: `/r/harbours/comments/fresh${at}/`,
}))
const old = { ...fresh[0], id: 'old1', title: 'An old ledger', created_utc: 1_700_000_000 }

async function importPosts(dataDir: string): Promise<void> {
  const dump = join(dataDir, 'made.ndjson')
  await writeFile(dump, [...fresh, old].map((post) => `${JSON.stringify(post)}\n`).join(''))
  await promisify(execFile)(process.execPath, ['scripts/archive-import.ts', dump], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
  })
}

const looks = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
] as const

/** axe and the width of the page, in every look; pictures for those who ask for them. */
async function checkLooks(page: Page, name: string): Promise<void> {
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `pixels wider than a window of ${width}`).toBeLessThanOrEqual(0)
    const folder = process.env.SHOTS
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

const markedIn = (box: Locator) =>
  box.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd))

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a search is watched, its news are marked until they are seen, and the watch is paused, deleted and restored', async ({
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
  await expect(page.getByText(/^It would have found \d+ posts? in the last 90 days\./u)).toBeVisible()
  await checkLooks(page, 'new-watch')
  await page.getByLabel('Name').fill('Ledgers')
  await page.getByRole('button', { name: 'Save watch' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ledgers' })).toBeVisible()
  await expect(page.getByText('Nothing yet.')).toBeVisible()

  // Work that waits is begun when the product starts.
  await first.stop()
  await importPosts(dataDir)
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
