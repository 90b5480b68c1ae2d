import { type BrowserProduct, startBrowserProduct } from './browser-product.ts'
import { test as shared } from './browser-test.ts'

type Own = { environment: Readonly<Record<string, string>>; fresh: BrowserProduct }

/** The journeys' `test`, with a separate, empty product for each test. */
export const test = shared.extend<Own>({
  environment: [{}, { option: true }],
  fresh: [
    async ({ browserName, environment }, use) => {
      const product = await startBrowserProduct(`${browserName}-own`, environment)
      await use(product)
      await product.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ fresh }, use) => use(fresh.url),
})
