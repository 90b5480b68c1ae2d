import { expect, type Page } from '@playwright/test'
import { field, makeBrowserPerson } from '#tests/harness/browser-accounts.ts'
import { wakePage } from '#tests/harness/browser-built-page.ts'
import { keywords, openPage, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'
import samples from '#web/features/landing/sample-results.json' with { type: 'json' }

const box = (page: Page) => page.getByRole('searchbox', { name: 'Keyword' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create your free account' })

/** Delays the app's code until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

test('reading the start page loads no app code', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) =>
    scripts.push(...(request.resourceType() === 'script' ? [request.url()] : [])),
  )
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.wheel(0, 3000)
  await expect(page.getByRole('heading', { name: 'Two plans, one price' })).toBeVisible()
  expect(scripts).toEqual([])
})

test('a keyword submitted before the app has loaded is searched after loading', async ({ page }) => {
  const letApp = await holdApp(page)
  const searches: string[] = []
  page.on('request', (request) => searches.push(...(request.method() === 'POST' ? [request.url()] : [])))
  await page.goto('/')
  await box(page).pressSequentially(keywords.few)
  await page.getByRole('button', { name: 'Find Opportunities' }).click()
  await expect(box(page)).toHaveValue(keywords.few)
  letApp()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  await expect(box(page)).toHaveValue(keywords.few)
  expect(searches).toHaveLength(1)
})

test('text typed while the app loads is kept, and the warning is shown for it', async ({ page }) => {
  const letApp = await holdApp(page)
  await page.goto('/')
  await box(page).fill('one two three four five six seven eight nine')
  letApp()
  await expect(page.getByRole('alert')).toHaveText(/max 8 words/u)
  await expect(box(page)).toHaveValue('one two three four five six seven eight nine')
  await expect(box(page)).toBeFocused()
})

test('a button clicked before the app has loaded acts after loading', async ({ page }) => {
  const letApp = await holdApp(page)
  await page.goto('/')
  await page.getByRole('button', { name: /^Switch/u }).click()
  letApp()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
})

test('a failure to load the app is reported, with the next step', async ({ page, complaints }) => {
  await page.route('**/assets/*.js', (route) => route.abort('connectionrefused'))
  await page.goto('/')
  await box(page).fill('invoice')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByRole('link', { name: 'Reload the page' })).toBeVisible()
  expect(complaints.filter((one) => !one.includes('Failed to fetch'))).toEqual([])
  complaints.length = 0
})

test('the prerendered page shows the count of a visitor who has searched today', async ({ page }) => {
  const today = new Date().toISOString().slice(0, 10)
  await page.addInitScript(
    (day) => localStorage.setItem('unmet.searches', JSON.stringify({ day, used: 1 })),
    today,
  )
  await page.goto('/')
  await expect(page.getByText('1 free search remaining today')).toBeVisible()
})

for (const action of ['Create a free account', 'Get Pro', 'Use them on your searches', 'Start for free']) {
  test(`“${action}” opens the sign-up dialog, or the sign-up page if the app has not loaded`, async ({
    page,
  }) => {
    await openPage(page)
    const link = page.getByRole('main').getByRole('link', { name: action })
    expect(await link.getAttribute('href')).toMatch(/^\/auth\?tab=sign-up/u)
    await link.click()
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(page).getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
    await expect(page).toHaveURL('/')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(link).toBeFocused()
  })
}

test('the first tap on a call to action opens the dialog on a phone', async ({ browser, baseURL }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const letApp = await holdApp(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Start for free' }).tap()
  letApp()
  await expect(dialog(page)).toBeVisible()
  await expect(page).toHaveURL('/')
  await context.close()
})

test('with a modifier key a call to action opens in a new tab, even before the app has loaded', async ({
  page,
  context,
}) => {
  const letApp = await holdApp(page)
  await page.goto('/')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Start for free' }).click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL('/auth?tab=sign-up')
  letApp()
  await expect(dialog(page)).toBeHidden()
})

test('signing up in the dialog for Pro leads to the upgrade page', async ({ page }) => {
  const person = makeBrowserPerson()
  await openPage(page)
  await page.getByRole('link', { name: 'Get Pro' }).click()
  await field(page, 'First Name').fill(person.firstName)
  await field(page, 'Last Name').fill(person.lastName)
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toasts(page).getByText('Account Created!')).toBeVisible()
  await expect(page).toHaveURL('/subscribe')
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeVisible()
})

test('signing up in the plain dialog keeps the page, which then shows the account', async ({ page }) => {
  const person = makeBrowserPerson()
  await openPage(page)
  await page.getByRole('link', { name: 'Start for free' }).click()
  await dialog(page).getByRole('tab', { name: 'Sign In' }).click()
  await page.getByRole('button', { name: 'Create a free account' }).click()
  await field(page, 'First Name').fill(person.firstName)
  await field(page, 'Last Name').fill(person.lastName)
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ada!' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('dialog', { name: 'Create your free account' })).toBeHidden()
})

test('a reset link can be requested from the dialog', async ({ page }) => {
  await openPage(page)
  await page.getByRole('link', { name: 'Start for free' }).click()
  await dialog(page).getByRole('tab', { name: 'Sign In' }).click()
  await field(page, 'Email').fill('ada@example.test')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const forgot = page.getByRole('dialog', { name: 'Reset your password' })
  await expect(forgot.getByLabel('Email')).toHaveValue('ada@example.test')
})

test('the filter preview filters, sorts and resets the samples', async ({ page }) => {
  await openPage(page)
  const list = page.getByRole('list', { name: 'Matching samples' })
  const first = list.getByRole('listitem').first()
  const before = await first.innerText()
  await page.getByLabel('Minimum SaaS potential').fill('90')
  const fitting = samples.results.filter(({ opportunityScore }) => opportunityScore >= 90).length
  await expect(page.getByText(`${fitting} of 16 posts match`, { exact: true })).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(Math.min(fitting, 6))
  await page.getByLabel('Minimum SaaS potential').fill('0')
  await page.getByRole('button', { name: /^Self-promotion/u }).click()
  const promoting = samples.results.filter(({ signals }) => signals.includes('promo')).length
  await expect(page.getByText(`${promoting} of 16 posts match`, { exact: true })).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(promoting)
  await page.getByLabel('Minimum advanced score').fill('100')
  await expect(page.getByText('No sample matches all filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  expect(await first.innerText()).toBe(before)
  await page.getByLabel('Sort by, high to low').selectOption('Upvotes')
  await expect(first).not.toHaveText(before)
})

test('the statements about this installation match its counts', async ({ page }) => {
  await openPage(page)
  await page.getByText(/^This site searches/u).scrollIntoViewIfNeeded()
  await expect(page.getByText(/^This site searches a starter collection of sample posts/u)).toBeVisible()
  await expect(page.getByText(/hundreds of founders|thousands of threads/iu)).toHaveCount(0)

  await page.route('**/api/instance-counts', (route) =>
    route.fulfill({
      json: {
        accounts: 431,
        posts: 131_326,
        threadsReadLastDay: 5_210,
        searchedLive: ['Hacker News'],
        searchedLiveCount: 1,
        feeds: 0,
        newestPostAt: new Date().toISOString(),
      },
    }),
  )
  await page.goto('/')
  await wakePage(page)
  await page.getByText(/This site searches/u).scrollIntoViewIfNeeded()
  await expect(
    page.getByText(/the newest less than an hour old\. Every search also queries Hacker News\./u),
  ).toBeVisible()
  await expect(page.getByText(/Hundreds of founders have an account here\./u)).toBeVisible()
  await expect(page.getByText(/Thousands of threads were read in the last 24 hours\./u)).toBeVisible()
})
