import { expect, type Page } from '@playwright/test'
import { accountMenu, signUpPerson } from '#tests/harness/browser-accounts.ts'
import { wakePage } from '#tests/harness/browser-built-page.ts'
import { keywords, openPage, places, reading, searchAndRead } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

/** The page that is opened in another tab while `press` runs. */
async function openedBy(page: Page, press: () => Promise<unknown>): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), press()])
  await opened.waitForURL((url) => url.pathname === '/')
  return opened
}

test('a row opens in another tab with a modifier key or the middle button, and the list stays', async ({
  page,
}) => {
  await openPage(page)
  await searchAndRead(page, keywords.few)
  const address = page.url()
  const row = places(page).nth(1)
  const title = (await row.getAttribute('aria-label')) ?? ''
  for (const how of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    const opened = await openedBy(page, () => row.locator('[data-opens]').click(how))
    await wakePage(opened)
    await expect(reading(opened).getByRole('heading', { name: title })).toBeVisible()
    expect(page.url()).toBe(address)
    await opened.close()
  }
  await row.locator('[data-opens]').click()
  await expect(reading(page).getByRole('heading', { name: title })).toBeVisible()
})

test('a post of a need opens in another tab with a modifier key', async ({ page }) => {
  await openPage(page)
  await searchAndRead(page, keywords.repeated)
  const needs = page.getByRole('region', { name: 'What people need' })
  await needs
    .getByRole('button', { name: /^More about the need/u })
    .first()
    .click()
  const post = needs.getByRole('list', { name: 'Posts with this need' }).getByRole('link').first()
  const opened = await openedBy(page, () => post.click({ modifiers: ['ControlOrMeta'] }))
  expect(new URL(opened.url()).searchParams.get('post')).not.toBeNull()
})

test('an earlier search opens in another tab with a modifier key, and this tab does not change', async ({
  page,
}) => {
  await signUpPerson(page)
  await openPage(page)
  await searchAndRead(page, keywords.few)
  const asked: string[] = []
  const earlier = page.getByRole('link', { name: new RegExp(`“${keywords.few}”`, 'u') })
  await expect(earlier).toBeVisible()
  // Waits until the start page has requested its other data.
  await page.waitForLoadState('networkidle')
  page.on('request', (request) => asked.push(request.url()))
  await openedBy(page, () => earlier.click({ modifiers: ['ControlOrMeta'] }))
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
})

for (const [asked, path] of [
  ['/SUBSCRIBE/', '/subscribe'],
  ['/Auth/Login/', '/auth/login'],
  ['/Profile', '/profile'],
  ['/Admin/Login/', '/admin/login'],
] as const) {
  test(`${asked} leads to ${path}`, async ({ page }) => {
    const reply = await page.goto(asked)
    expect(reply?.status()).toBe(200)
    expect(new URL(page.url()).pathname.startsWith(path)).toBe(true)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toHaveCount(0)
  })
}

test('the header’s Sign In link keeps the destination on the sign-in page', async ({ page }) => {
  await openPage(page, '/auth?tab=sign-up&next=%2Fsubscribe')
  const link = page.getByRole('banner').getByRole('link', { name: 'Sign In' })
  await expect(link).toHaveAttribute('href', '/auth/login?next=%2Fsubscribe')
  await link.click()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
})

test("on a phone, the filters' close button shows the number of posts and leads to the first", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page)
  await searchAndRead(page, keywords.few)
  const open = page.getByRole('button', { name: /^(Scores|Filters)/u })
  await open.click()
  const shown = await places(page).count()
  await page.getByRole('button', { name: new RegExp(`^Show ${shown} posts?$`, 'u') }).click()
  await expect(open).toHaveAttribute('aria-expanded', 'false')
  await expect(places(page).first()).toBeFocused()
})

test('a page stays usable if the code of its bell cannot be loaded', async ({ page, complaints }) => {
  await signUpPerson(page)
  const gone = page.waitForResponse(/\/assets\/watch-bell-/u)
  await page.route(/\/assets\/watch-bell-/u, (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.goto('/scoring')
  await gone
  await expect.poll(() => complaints.splice(0).join()).toContain('watch-bell')
  await expect(accountMenu(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
