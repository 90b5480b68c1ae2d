import { expect, type Locator, type Page } from '@playwright/test'
import { accountMenu, signUpPerson } from '#tests/harness/browser-accounts.ts'
import { openAdmin } from '#tests/harness/browser-admin.ts'
import { cards, openCheckout, pay } from '#tests/harness/browser-billing.ts'
import { keywords, openPage, searchAndRead, searchFor } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

const someSession = `cs_live_${'a'.repeat(24)}`

type Headings = Readonly<Record<string, string | RegExp>>

const everywhere: Headings = {
  '/scoring': 'How the score is made',
  '/developers': 'For developers',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/contact': 'Contact',
  '/profile': 'Profile Settings',
}
const forVisitors: Headings = {
  ...everywhere,
  '/': /^Find the problems/u,
  '/auth': 'Sign in to Unmet',
  '/auth/login': 'Sign in to Unmet',
  '/subscribe': 'Upgrade to Pro',
  '/admin/login': 'Admin Login',
}
const forFree: Headings = {
  ...everywhere,
  '/': 'Welcome, Ada!',
  '/watches': 'Watches',
  // The forgotten-password form asks for the address, even if somebody is signed in.
  '/auth': 'Sign in to Unmet',
  '/subscribe': 'Upgrade to Pro',
}
const forPro: Headings = { ...forFree, '/subscribe': 'Your plan is Pro' }

/** Clicks every link of the page that is not in `pressed`, and goes back after each click. */
async function pressEveryLink(page: Page, headings: Headings, pressed: Set<string>): Promise<void> {
  const address = page.url()
  const from = await page.locator('h1').innerText()
  const links = page.locator('a[href]:not([href="#main"])')
  const ways = await links.evaluateAll((all) =>
    all.map((one) => ({ href: one.getAttribute('href') ?? '', words: one.textContent ?? '' })),
  )
  for (const [at, { href, words }] of ways.entries()) {
    const way = `“${words}” to ${href}`
    if (pressed.has(way)) continue
    pressed.add(way)
    const heading = headings[new URL(href, address).pathname]
    expect(heading, `there is no expected content for ${way}`).toBeDefined()
    await expect(links).toHaveCount(ways.length)
    await links.nth(at).click()
    await expect(page, way).toHaveURL(href)
    await expect(page.locator('h1'), way).toHaveText(heading ?? '', { useInnerText: true })
    if (page.url() !== address) await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(page.locator('h1')).toHaveText(from, { useInnerText: true })
  }
}

type Walked = { path: string; shows: (page: Page) => Locator[] }

/** Opens each page, waits for the content in `shows`, and clicks every link of the page. */
async function walk(page: Page, pages: readonly Walked[], headings: Headings): Promise<void> {
  const pressed = new Set<string>()
  for (const { path, shows } of pages) {
    await openPage(page, path)
    if ('/watches' in headings) await expect(page.getByRole('link', { name: 'Watches' })).toBeVisible()
    for (const one of shows(page)) await expect(one).toBeVisible()
    await pressEveryLink(page, headings, pressed)
  }
}

/** The part of a page that loads last. */
const link = (name: string | RegExp) => (page: Page) => [page.getByRole('main').getByRole('link', { name })]
const button = (name: string) => (page: Page) => [page.getByRole('main').getByRole('button', { name })]

const visitorPages = [
  { path: '/auth', shows: button('Create a free account') },
  { path: '/auth/login?error=provider_refused', shows: button('Create a free account') },
  { path: '/profile', shows: link('Sign In') },
  { path: '/success', shows: link('Upgrade to Pro') },
  { path: `/success?session_id=${someSession}`, shows: link('Sign In') },
  { path: '/cancel', shows: link('See the plans') },
  { path: '/cancel?canceled=1', shows: link('Try again') },
  { path: '/reset-password', shows: link('Get a new link') },
  { path: '/reset-password?token=any', shows: link('Back to Sign In') },
  { path: '/verify-email', shows: link('Sign In') },
  { path: '/admin/login', shows: link('Back to main site') },
  { path: '/admin/reset-password', shows: link('Get a new link') },
  { path: '/admin/reset-password?token=any', shows: link('Back to Sign In') },
]

test('for visitors, every link of the account pages leads to the named page', async ({ page }) => {
  test.slow()
  await openAdmin(page)
  await page.request.post('/api/admin/logout')
  await walk(page, visitorPages, forVisitors)
})

test('for free accounts, every link of every page leads to the named page', async ({ page }) => {
  test.slow()
  await signUpPerson(page)
  await openPage(page)
  await searchAndRead(page, keywords.few)
  await searchFor(page, keywords.related)
  await expect(page.getByText('Monthly limit reached')).toBeVisible()
  const limit = (on: Page) => on.getByText('Earlier results stay available for free.').getByRole('link')
  const history = (on: Page) => on.getByRole('link', { name: `“${keywords.few}”` })
  const pages = [
    { path: '/', shows: (on: Page) => [limit(on), history(on)] },
    { path: '/profile', shows: link('Upgrade to Pro') },
    { path: '/subscribe', shows: button('Upgrade to Pro') },
    { path: `/success?session_id=${someSession}`, shows: link('See your plan') },
    { path: '/cancel?canceled=1', shows: link('Try again') },
    { path: '/verify-email', shows: link('Go to your profile') },
    { path: '/contact', shows: link('request a reset link') },
    { path: '/no/such/page', shows: link('Go to the search') },
  ]
  await walk(page, pages, forFree)
})

test('for people with Pro, every link of every page leads to the named page', async ({ page }) => {
  test.slow()
  await signUpPerson(page)
  await openCheckout(page)
  const checkout = page.url()
  await pay(page, cards.laterByBank)
  await expect(page.getByRole('heading', { name: 'Payment Processing' })).toBeVisible()
  const success = page.url()
  // The page `success` is not first, because it repeats a payment request on each visit.
  const waiting = [
    { path: '/scoring', shows: button('Score this post') },
    { path: success, shows: link('Back to the search') },
  ]
  await walk(page, waiting, forFree)
  await page.goto(checkout)
  await page.getByRole('button', { name: 'Let the payment succeed' }).click()
  await openPage(page)
  await searchAndRead(page, keywords.few)
  const pages = [
    { path: '/', shows: link(`“${keywords.few}”`) },
    { path: success, shows: link('Start searching') },
    { path: '/profile', shows: button('Manage billing') },
    { path: '/subscribe', shows: button('Manage billing') },
  ]
  await walk(page, pages, forPro)
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Dashboard' }).click()
  await expect(page.locator('h1')).toHaveText('Welcome, Ada!')
})

test('every link of the operator’s area leads to the named page', async ({ page }) => {
  await openAdmin(page)
  await walk(page, [{ path: '/admin?tab=users', shows: button('Logout') }], forVisitors)
})
