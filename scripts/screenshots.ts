import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { allBrowserStates } from '#tests/harness/all-browser-states.ts'
import { startBrowserProduct } from '#tests/harness/browser-product.ts'
import type { BrowserState } from '#tests/harness/browser-states.ts'
import { findBrowser } from '#tests/harness/find-browser.ts'

// Takes every state of the page at two sizes in both schemes:
//   node scripts/screenshots.ts [folder] [address of a running product] [only these states, comma separated]
const [folder = 'test-results/screenshots', address, only] = process.argv.slice(2)

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const schemes = ['light', 'dark'] as const

type Look = { size: (typeof sizes)[number]; scheme: (typeof schemes)[number] }

async function takePicture(
  browser: Browser,
  baseURL: string,
  state: BrowserState,
  look: Look,
): Promise<void> {
  const context = await browser.newContext({
    baseURL,
    viewport: look.size,
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await state.reach(page)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(folder, `${state.name}-${look.size.width}-${look.scheme}.png`) })
  await context.close()
}

async function takeAll(baseURL: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch(findBrowser())
  const states = allBrowserStates.filter(
    (state) => only === undefined || only.split(',').includes(state.name),
  )
  for (const state of states) {
    for (const size of sizes) {
      for (const scheme of schemes) await takePicture(browser, baseURL, state, { size, scheme })
    }
  }
  await browser.close()
  return states.length * sizes.length * schemes.length
}

const product = address === undefined ? await startBrowserProduct() : null
try {
  const count = await takeAll(address ?? product?.url ?? '')
  process.stdout.write(`${count} pictures in ${folder}\n`)
} finally {
  await product?.stop()
}
