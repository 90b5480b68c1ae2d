import { type Browser, expect, type Page } from '@playwright/test'
import { wakePage } from '#tests/harness/browser-built-page.ts'
import { fromElsewhere } from '#tests/harness/browser-product.ts'
import { keywords, openPage, places, reading, searchAndRead, toasts } from '#tests/harness/browser-states.ts'
import { expectAccessible, test } from '#tests/harness/browser-test.ts'

const isAsleep = (page: Page) => page.evaluate(() => 'eventReplay' in globalThis)

/** The URL of results that somebody else has found. */
async function findResults(browser: Browser, product: Parameters<typeof fromElsewhere>[0]): Promise<string> {
  const options = { baseURL: product.url, extraHTTPHeaders: fromElsewhere(product), javaScriptEnabled: true }
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await openPage(page)
  await searchAndRead(page, keywords.found)
  const address = page.url()
  await context.close()
  return address
}

test.describe('a link to results', () => {
  test('is readable before any code has loaded, and is hydrated without a change', async ({
    page,
    browser,
    product,
  }) => {
    await page.goto(await findResults(browser, product))
    await expect(reading(page).getByText(/“.+”/u).first()).toBeVisible()
    await expect(page).toHaveTitle(`${keywords.found} · Unmet`)
    expect(await isAsleep(page)).toBe(true)
    await expectAccessible(page)
    const before = await places(page).first().innerHTML()
    await wakePage(page)
    await expect(toasts(page).getByText('Original results loaded')).toBeVisible()
    expect(await places(page).first().innerHTML()).toBe(before)
    // The post beside the list is now loaded completely.
    await expect(reading(page).getByText('points add up')).toBeVisible()
  })

  test('keeps clicks, opened posts and typed text from before the code loaded', async ({
    page,
    browser,
    product,
  }) => {
    const address = await findResults(browser, product)
    let letCome = () => {}
    const mayCome = new Promise<void>((resolve) => {
      letCome = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await mayCome
      await route.continue()
    })
    await page.goto(address)
    await page.getByRole('searchbox', { name: 'Keyword' }).fill('ledger')
    await places(page).nth(1).locator('[data-opens]').click()
    expect(await isAsleep(page)).toBe(true)
    letCome()
    const title = (await places(page).nth(1).getAttribute('aria-label')) ?? ''
    await expect(reading(page).getByRole('heading', { name: title })).toBeVisible()
    await expect(places(page).nth(1)).toHaveAttribute('aria-current', 'true')
    await expect(page.locator('input[type="search"]')).toHaveValue('ledger')
  })

  test('stays readable if the connection is lost before the first interaction', async ({
    page,
    browser,
    product,
  }) => {
    await page.goto(await findResults(browser, product), { waitUntil: 'networkidle' })
    await page.context().setOffline(true)
    await page.mouse.move(3, 3)
    await page.mouse.move(6, 6)
    await expect(page.getByRole('alert')).toContainText('Check your connection')
    await expect(reading(page).getByText(/“.+”/u).first()).toBeVisible()
  })

  test('to a need or a post is hydrated without an interaction', async ({ page, browser, product }) => {
    const address = await findResults(browser, product)
    await page.goto(`${address}&post=sample:none`)
    await expect(page.getByRole('heading', { name: 'This post could not be opened' })).toBeVisible()
  })

  test('shows the posts saved on this device at once', async ({ page, browser, product }) => {
    const address = await findResults(browser, product)
    await page.goto(address)
    await wakePage(page)
    await places(page).nth(1).getByRole('button', { name: /^Save/u }).click()
    await page.reload()
    await expect(
      places(page)
        .nth(1)
        .getByRole('button', { name: /^Saved/u }),
    ).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('results are readable', async ({ page, browser, product }) => {
    await page.goto(await findResults(browser, product))
    await expect(reading(page).getByText(/“.+”/u).first()).toBeVisible()
    expect(await places(page).count()).toBeGreaterThan(2)
  })
})
