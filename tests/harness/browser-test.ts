import { expect, type Page, test as plain } from '@playwright/test'
import { becomeStill, type PageCheck, pageCheck } from './browser-page-check.ts'
import { type BrowserProduct, fromElsewhere, startBrowserProduct } from './browser-product.ts'

type WorkerFixtures = { product: BrowserProduct }
type TestFixtures = { complaints: string[] }

// A browser's own messages about a failed response or connection.
const loadFailure = /^Failed to load resource/u

/**
 * Playwright's test, with the real product behind every page: started once per worker. A journey fails if the page
 * logs an error, throws, or violates its content security policy.
 */
export const test = plain.extend<TestFixtures, WorkerFixtures>({
  product: [
    async ({ browserName }, use) => {
      const product = await startBrowserProduct(browserName)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  // All tests of a worker share one context, because its process has already compiled the app. Each test
  // empties it.
  reuseContext: [true, { scope: 'worker' }],
  context: async ({ context, product }, use) => {
    // Resets settings that Playwright keeps from the previous test.
    await context.setOffline(false)
    await context.setExtraHTTPHeaders(fromElsewhere(product))
    await use(context)
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`threw ${error.message}`))
      page.on('console', (message) => {
        const counts = message.type() === 'error' || message.type() === 'warning'
        const text = message.text()
        if (counts && !loadFailure.test(text)) complaints.push(text)
      })
      // The context also covers pages that this page opens. Links may lead to another site, because a person
      // follows them.
      page.context().on('request', (request) => {
        const { protocol, hostname } = new URL(request.url())
        const leaves = /^(?:https?|wss?):$/u.test(protocol) && !/^(?:localhost|127\.0\.0\.1)$/u.test(hostname)
        if (leaves && !request.isNavigationRequest()) complaints.push(`asked ${hostname}`)
      })
      await use(complaints)
      expect(complaints, 'errors and warnings of the browser').toEqual([])
    },
    { auto: true },
  ],
})

/** Waits for all transitions of the page to end. */
export const waitUntilStill = (page: Page) => page.evaluate(becomeStill)

/** The combinations of text and background colours that axe has passed in this worker. */
const judged = new Set<string>()

/**
 * Adds axe and `checkPage`. The browser compiles this script once per process, but would compile a script of
 * Playwright's `evaluate` each time.
 */
async function addPageCheck(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const { exceptionDetails } = await browser.send('Runtime.evaluate', { expression: pageCheck })
  expect(exceptionDetails, 'the error of loading axe').toBeUndefined()
  await browser.detach()
}

/**
 * Fails on any accessibility violation that axe finds on the current page: all rules, or only those about
 * colours. Returns the pixels by which the page is wider than its window. One call to the browser makes the
 * whole check, because each call involves three processes.
 */
export async function expectAccessible(page: Page, rules: PageCheck['rules'] = 'all'): Promise<number> {
  const check = () =>
    page.evaluate((asked) => window.checkPage?.(asked) ?? null, { judged: [...judged], rules })
  let checked = await check()
  if (checked === null) {
    // Axe is added once per document, because parsing it takes as long as running it.
    await addPageCheck(page)
    checked = await check()
  }
  if (checked === null) throw new Error('The page has no axe, although it was added.')
  expect(checked.violations).toEqual([])
  for (const colours of checked.passed) judged.add(colours)
  return checked.overflow
}
