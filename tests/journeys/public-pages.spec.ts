import { expect } from '@playwright/test'
import { openPage } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

const publicPages = ['/', '/subscribe', '/scoring', '/privacy', '/terms', '/contact', '/no/such/page']

/** The heading that each link leads to. Links to the sign-in page lead to the heading of a form. */
const headings: Record<string, string | RegExp> = {
  '/': /^Find the problems/u,
  '/subscribe': 'Upgrade to Pro',
  '/scoring': 'How the score is made',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/contact': 'Contact',
  '/developers': 'For developers',
  '/auth': /^(Sign in to Unmet|Create your free account)$/u,
  '/auth/login': 'Sign in to Unmet',
  '/profile': 'Profile Settings',
  '/admin': /^Admin/u,
}

const withoutSection = (url: string) => url.split('#', 1)[0]

test('every link of the public pages leads where it says', async ({ page }) => {
  test.setTimeout(240_000)
  // Most pages have the same links, in header and footer, so each target is opened once.
  const targets = new Map<string, string>()
  for (const path of publicPages) {
    await openPage(page, path)
    const links = await page
      .locator('a[href]:not([href="#main"])')
      .evaluateAll((all) => all.map((one) => [(one as HTMLAnchorElement).href, one.textContent] as const))
    expect(new Set(links.map(([href]) => href)).size, path).toBeGreaterThan(4)
    for (const [href, words] of links) targets.set(href, `“${words}” of ${path}`)
  }
  for (const [href, which] of targets) {
    const { pathname } = new URL(href)
    // The browser makes no request for a section of the open page.
    const isOpen = href.includes('#') && withoutSection(href) === withoutSection(page.url())
    const reply = await page.goto(href)
    expect(reply?.status(), `${which} to ${href}`).toBe(isOpen ? undefined : 200)
    const heading = headings[pathname]
    expect(heading, `there is no expected content for ${pathname}`).toBeDefined()
    // Compares the visible text, because hidden parts depend on the installation.
    await expect(page.locator('h1')).toHaveText(heading ?? '', { useInnerText: true })
  }
})

test('the footer links navigate without a page load', async ({ page }) => {
  await openPage(page)
  for (const [name, heading] of [
    ['Privacy', 'Privacy Policy'],
    ['Terms', 'Terms of Service'],
    ['Contact', 'Contact'],
    ['Pricing', 'Upgrade to Pro'],
    ['How the score is made', 'How the score is made'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('main')).toBeFocused()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of publicPages) {
    test(`${path} reads whole`, async ({ page }) => {
      const reply = await page.goto(path)
      expect(reply?.status()).toBe(path === '/no/such/page' ? 404 : 200)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Geist/u)
    })
  }

  test('the start page shows samples and prices, and calls to action are links', async ({ page }) => {
    await page.goto('/')
    await expect(
      page.getByRole('list', { name: 'Samples', exact: true }).getByRole('listitem').first(),
    ).toBeVisible()
    await expect(page.getByText('$1.99').first()).toBeVisible()
    await expect(page.getByText('Searching needs JavaScript.')).toBeVisible()
    await page.getByRole('link', { name: 'Start for free' }).click()
    await expect(page).toHaveURL(/\/auth\?tab=sign-up/u)
    await expect(page.locator('noscript')).toBeVisible()
  })

  test("an unknown page shows the product's error page", async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  })
})
