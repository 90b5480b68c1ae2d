import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test as plain } from '@playwright/test'
import type axe from 'axe-core'
import { type BrowserProduct, fromElsewhere, startBrowserProduct } from './browser-product.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

type WorkerFixtures = { product: BrowserProduct }
type TestFixtures = { complaints: string[] }

// What a browser says by itself about a reply that is not 2xx, or a connection that failed.
const loadFailure = /^Failed to load resource/u
// What axe says of a style sheet that it would read once more, without a connection.
const axeFailure = /^Couldn't load preload assets/u

/**
 * Playwright's test, with the real product behind every page: started once for each worker. A journey
 * fails when the page logs an error, throws, or breaks its content security policy.
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
  extraHTTPHeaders: async ({ product }, use) => use(fromElsewhere(product)),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`threw ${error.message}`))
      page.on('console', (message) => {
        const counts = message.type() === 'error' || message.type() === 'warning'
        const text = message.text()
        if (counts && !loadFailure.test(text) && !axeFailure.test(text)) complaints.push(text)
      })
      await use(complaints)
      expect(complaints, 'errors and warnings of the browser').toEqual([])
    },
    { auto: true },
  ],
})

/** Waits until nothing fades or moves any more: colours in between belong to no state. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  )
  await page.waitForFunction(() => {
    const moving = document.querySelector('[data-starting-style], [data-ending-style]') !== null
    return !moving && document.getAnimations().every(({ playState }) => playState !== 'running')
  })
}

/** The same rules as in axe.source, which has every comment of theirs and takes a browser twice as long to read. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What a colour scheme can break; it changes nothing else of a page. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Fails with every accessibility violation that axe finds on the page as it stands: of all rules, or of colours alone. */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  await waitUntilStill(page)
  // Once for each document: reading axe takes as long as running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const found = await page.evaluate(
    async (only) => {
      const { violations } = await window.axe.run(document, {
        resultTypes: ['violations'],
        ...(only === null ? {} : { runOnly: { type: 'rule', values: only } }),
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
    },
    rules === 'colours' ? colourRules : null,
  )
  expect(found).toEqual([])
}
