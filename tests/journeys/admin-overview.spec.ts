import { expect } from '@playwright/test'
import { openAdmin, openTab, operator, signInOperator } from '#tests/harness/browser-admin.ts'
import { keywords, openPage, searchAndRead } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

const cards = [
  'Total Users',
  'Pro Users',
  'Total Searches',
  'Searches Today',
  'This Week',
  'This Month',
  'Total Results',
  'Avg Results/Search',
]

test('searches are counted, plotted and listed', async ({ page }) => {
  await openPage(page)
  await searchAndRead(page, keywords.few)
  await openAdmin(page)
  for (const card of cards) await expect(page.getByText(card, { exact: true })).toBeVisible()
  const searches = page.getByRole('img', { name: /^Searches per day: [1-9][\d,]* in 30 days$/u })
  await expect(searches).toBeVisible()
  await page.getByRole('tab', { name: '90 days' }).click()
  await expect(page.getByRole('img', { name: /^Searches per day: [1-9][\d,]* in 90 days$/u })).toBeVisible()
  await expect(page).toHaveURL('/admin?days=90')
  await page.getByText('Show the figures as a table').click()
  await expect(page.getByRole('table', { name: /^Trends by day/u }).getByRole('row')).toHaveCount(91)
  await expect(page.getByRole('heading', { name: 'Background jobs' })).toBeVisible()

  await openTab(page, 'Activity')
  await expect(page).toHaveURL('/admin?tab=activity')
  const search = page
    .getByRole('row')
    .filter({ hasText: `"${keywords.few}"` })
    .first()
  await expect(search.getByText('Anonymous')).toBeVisible()
  await openTab(page, 'Audit log')
  await expect(page.getByRole('row').filter({ hasText: operator.username }).first()).toBeVisible()
})

test('while figures and lists load, the same number of skeletons is shown', async ({ page }) => {
  await page.route(/\/api\/admin\/(stats|user-page|search-sessions)/u, () => undefined)
  await openAdmin(page)
  await expect(page.locator('[aria-labelledby="figures"] .animate-pulse')).toHaveCount(8)
  await openTab(page, 'Users')
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(5)
  await openTab(page, 'Activity')
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(10)
})

const refreshed = [
  { tab: 'Overview', call: 'stats', seconds: 30 },
  { tab: 'Activity', call: 'search-sessions', seconds: 30 },
  { tab: 'Users', call: 'user-page', seconds: 60 },
]
for (const { tab, call, seconds } of refreshed) {
  test(`${tab} is refetched every ${seconds} seconds`, async ({ page }) => {
    let reads = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === `/api/admin/${call}`) reads += 1
    })
    await page.clock.install()
    await openAdmin(page, `?tab=${tab.toLowerCase()}`)
    await expect.poll(() => reads).toBe(1)
    await expect(page.getByRole('tabpanel').locator('.animate-pulse')).toHaveCount(0)
    // The clock also advances by itself, so the check needs tolerance for slow machines.
    await page.clock.runFor((seconds - 15) * 1000)
    expect(reads).toBe(1)
    await page.clock.runFor(16_000)
    await expect.poll(() => reads).toBe(2)
  })
}

test('data that cannot be loaded is reported, and can be requested again', async ({ page }) => {
  await page.route('**/api/admin/stats', (route) => route.fulfill({ status: 500, body: '' }))
  await openAdmin(page)
  await expect(page.getByText('The figures could not be read. Please try again.')).toBeVisible()
  await page.unroute('**/api/admin/stats')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Total Users')).toBeVisible()
})

test('the admin area is hidden until the operator is known', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route('**/api/admin/me', () => undefined)
  await signInOperator(page)
  await page.goto('/admin')
  const calls = () => asked.filter((path) => path.startsWith('/api/admin/')).sort()
  await expect.poll(calls).toEqual(['/api/admin/me', '/api/admin/setup-status'])
  await expect(page.getByText('Checking admin access...')).toBeVisible()
  expect(calls()).toHaveLength(2)
})
