import { expect, test } from '@playwright/test'
import { type BrowserProduct, startBrowserProduct } from '#tests/harness/browser-product.ts'

// Starting a separate product is slow while other products run.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

let product: BrowserProduct
test.beforeAll(async () => {
  product = await startBrowserProduct('self-hosted', { SELF_HOSTED: 'on' })
})
test.afterAll(() => product.stop())

/** All texts about a search limit of accounts. */
const limited =
  /2 (?:free )?searches (?:a|per|every|this|of this) month|of 2 free searches|Pro for unlimited searches|as often as you like|SELF_HOSTED|\/ 2\b/u

test('no page mentions a limit of accounts if there is none', async ({ page }) => {
  for (const path of ['/', '/auth', '/subscribe', '/terms', '/scoring', '/privacy']) {
    await page.goto(`${product.url}${path}`)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await page.locator('body').innerText(), path).not.toMatch(limited)
  }
  await page.goto(`${product.url}/`)
  await expect(
    page.getByText('Unlimited searches').or(page.getByText('unlimited searches')).first(),
  ).toBeAttached()
})

test('a free account searches more than twice without a message about a limit', async ({ page }) => {
  const person = {
    email: 'ada@example.test',
    password: 'plum teapot orbit 42',
    firstName: 'Ada',
    lastName: 'Byron',
  }
  const reply = await page.request.post(`${product.url}/api/register`, { data: person })
  expect(reply.ok(), await reply.text()).toBe(true)
  for (let at = 0; at < 4; at += 1) {
    const searched = await page.request.post(`${product.url}/api/search`, {
      data: { keyword: `invoices ${at}` },
    })
    expect(searched.status()).toBe(200)
  }
  for (const path of ['/', '/profile', '/subscribe']) {
    await page.goto(`${product.url}${path}`)
    await expect(page.getByText('nlimited searches').or(page.getByText('(unlimited)')).first()).toBeVisible()
    expect(await page.locator('body').innerText(), path).not.toMatch(limited)
  }
})
